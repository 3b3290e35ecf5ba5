import { loadAddressee, loadSignatureBlock, storeLetter } from '#core/correspondence/letters/server/index.ts'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { insertRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { InspectionLetterDate, type LetterKind } from '../model/entities.ts'
import type { LetterText } from '../model/letterTexts.ts'
import { inspectionContacts } from '../model/mails.ts'
import { getInspectionNumber, getInspectionPath } from '../model/rules.ts'
import { loadInspectorAddress } from './people.ts'

/** The fields of an inspection that its letters and mails need. */
export type InspectionAddress = {
  complianceInspectionId: number
  propertyId: number
  complianceInspectorId: number | null
  scheduledOn: string | null
  visitedOn: string | null
}

export const formatLetterDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')

/**
 * Stores a letter as it is sent and adds it to the letter dates of the inspection, shown to the owner from
 * then on.
 */
export async function postLetter(
  context: AnyContext,
  about: InspectionAddress,
  kind: LetterKind,
  text: LetterText,
  answerBy: string | null = null,
): Promise<void> {
  const { settings, actor } = context
  const today = settings.today()
  const { complianceInspectionId: rowId, propertyId } = about
  const letterId = await storeLetter(context, {
    propertyId,
    entity: 'ComplianceInspection',
    rowId,
    kind: kind.toLowerCase(),
    title: text.title,
    data: {
      ...(await loadAddressee(context, propertyId, inspectionContacts)),
      requestNumber: getInspectionNumber(rowId),
      signatureBlock: await loadSignatureBlock(context, actor.userId),
      body: [...text.body],
      values: { today: formatDate(today, 'MMMM DD, YYYY') },
    },
  })
  await insertRow(context, InspectionLetterDate, {
    complianceInspectionId: rowId,
    propertyId,
    kind,
    letterOn: today,
    answerBy,
    letterId,
    shownToOwner: true,
    mailedAt: context.services.now().toISOString(),
  })
}

/** Mails an event of an inspection to the contacts that the agency chose for it, and to the inspector. */
export async function mailAbout(
  context: AnyContext,
  inspection: InspectionAddress,
  event: string,
  more: { letter?: string; due?: string | null; findings?: string } = {},
): Promise<void> {
  const { propertyId, complianceInspectionId: rowId } = inspection
  const inspector = await loadInspectorAddress(context, inspection.complianceInspectorId)
  const about = { propertyId, filedCompanyId: null, submittedById: null, reviewerId: null }
  const { subject, of: contacts } = await loadRecordPeople(context, about)
  await sendEventMail(context, {
    event,
    propertyId,
    entity: 'ComplianceInspection',
    rowId,
    recipientsOf: (part) => (part === 'inspector' ? inspector : contacts(part)),
    values: {
      number: getInspectionNumber(rowId),
      property: subject,
      inspector: inspector[0]?.name ?? '',
      day: formatLetterDay(inspection.visitedOn ?? inspection.scheduledOn),
      letter: more.letter ?? '',
      due: formatLetterDay(more.due ?? null),
      findings: more.findings ?? '',
      link: `${context.services.config.publicUrl}/#${getInspectionPath(rowId)}`,
    },
  })
}
