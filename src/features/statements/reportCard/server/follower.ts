import { sql } from 'kysely'
import { loadAddressee, loadSignatureBlock, storeLetter } from '#core/correspondence/letters/server/index.ts'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import type { StepNotes } from '#engines/review/server/index.ts'
import {
  statements as declared,
  type StatementRow,
} from '#features/statements/annualStatement/model/index.ts'
import { type StatementFollower, statements } from '#features/statements/annualStatement/server/index.ts'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getAuditors } from '../model/auditor.ts'
import { excludeDropped } from '../model/findings.ts'
import { getReportCardBody, type LetterKind } from '../model/letter.ts'
import { CLEARED } from '../model/mails.ts'
import { reportCardSettings } from '../model/settings.ts'
import { type CardView, checkCardApproval, checkCardCures, checkCardReview } from '../model/view.ts'
import {
  type CardRow,
  type CardViewOptions,
  ensureCard,
  type LoadedCard,
  loadCurrentCardData,
  loadReportCardView,
} from './cards.ts'
import { archiveCard, relabelCoverage, reopenCard, storeFigures } from './snapshot.ts'

const NON_COMPLIANT = 6

/** A card as it was checked before a step. The step's effects and its letter use the same one. */
type CheckedCard = { card: CardRow; loaded: LoadedCard }

declare module '#engines/review/server/kit.ts' {
  interface StepNotes<Detail> {
    checkedCard?: CheckedCard
    cardLetter?: ReturnType<typeof getText>
  }
}

/** Loads the card of a statement. Creates it if the statement was forced past the start of its review. */
async function loadCard(
  context: AnyContext,
  row: StatementRow,
  notes: StepNotes,
  options: CardViewOptions = {},
): Promise<CardView> {
  notes.checkedCard ??= await loadCheckedCard(context, row)
  const { card, loaded } = notes.checkedCard
  return loadReportCardView(context, card, options, loaded)
}

async function loadCheckedCard(context: AnyContext, row: StatementRow): Promise<CheckedCard> {
  await ensureCard(context, row)
  const { card, of: cardData } = (await loadCurrentCardData(context, row))!
  return { card, loaded: { detail: await statements.detail(context, row.afsId), of: cardData } }
}

const cardChecks: Readonly<Record<string, (view: CardView) => Fault[]>> = {
  review: checkCardReview,
  approve: checkCardApproval,
  closeNonCompliance: checkCardCures,
}

/**
 * Stores the findings that a decision sends: all that were not dropped, in the words of the letter, with
 * the last day to cure them.
 */
async function storeSentFindings(context: AnyContext, { card, findings }: CardView): Promise<void> {
  const today = context.settings.today()
  const cureBy = addDays(today, await context.settings.get(reportCardSettings.cureDays))
  const rows = excludeDropped(findings).map((item) => ({
    id: item.afsReportCardFindingId || null,
    origin: item.origin,
    kind: item.kind,
    title: item.title,
    needs: item.needs,
    cureBy: item.kind === 'cure' && item.curedOn === null ? cureBy : item.cureBy,
  }))
  const payload = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as t (id integer, origin text, kind text, title text, needs text, "cureBy" date)`
  await sql`with known as (update afs_report_card_finding f set sent_title = t.title, sent_needs = t.needs,
    sent_on = ${today}, cure_by = t."cureBy"
      from ${payload} where f.afs_report_card_finding_id = t.id),
    gone as (update afs_report_card_finding set sent_on = null
      where afs_report_card_id = ${card.afsReportCardId} and sent_on is not null
        and afs_report_card_finding_id <> all (${rows.flatMap((row) => row.id ?? [])}::integer[]))
    insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, origin, kind, sent_title,
    sent_needs, sent_on, cure_by)
    select ${card.afsReportCardId}, ${card.afsId}, ${card.propertyId}, t.origin, t.kind, t.title, t.needs,
    ${today}, t."cureBy"
    from ${payload} where t.id is null`.execute(context.db)
}

/** Returns the text of a card's current letter. */
const getText = ({ letter, card }: Pick<CardView, 'letter' | 'card'>) => ({
  body: getReportCardBody(letter.paragraphs),
  values: { year: String(card.year) },
})

const titles: Readonly<Record<LetterKind, string>> = {
  acceptance: 'Acceptance',
  findings: 'Findings',
  clearance: 'Clearance',
}

/** Returns the kind of letter for a decision that was just made. */
const getKind = ({ statusId }: StatementRow): LetterKind =>
  statusId === NON_COMPLIANT ? 'findings' : 'acceptance'

/**
 * Stores the clearance letter and mails it. Other decisions store their letters through the common review.
 */
async function sendClearance(context: AnyContext, row: StatementRow, view: CardView): Promise<void> {
  const { entity } = declared.flow
  const requestNumber = declared.numberOf(row.afsId)
  const { body, values } = getText(view)
  await storeLetter(context, {
    propertyId: row.propertyId,
    entity,
    rowId: row.afsId,
    kind: 'clearance',
    title: `${titles.clearance} of ${declared.entity.label.toLowerCase()} ${requestNumber}`,
    data: {
      ...(await loadAddressee(context, row.propertyId, undefined, row.filedCompanyId)),
      requestNumber,
      signatureBlock: await loadSignatureBlock(context, context.actor.userId),
      body,
      values: { ...values, today: formatDate(context.settings.today(), 'MMMM DD, YYYY') },
    },
  })
  const { subject: about, of: getRecipients } = await loadRecordPeople(context, row)
  const link = `${context.services.config.publicUrl}/#${openPath(declared, row)}`
  await sendEventMail(context, {
    event: CLEARED,
    entity,
    rowId: row.afsId,
    propertyId: row.propertyId,
    recipientsOf: (part) => (part === 'concerned' ? getAuditors(row) : getRecipients(part)),
    values: { number: requestNumber, about, year: String(row.year), link },
  })
}

/** The report card's reactions to the steps of its statement, by every call that takes them (domain 8.6). */
export const follower: StatementFollower = {
  needs: async (context, row, step, notes) => {
    const checkCard = cardChecks[step]
    return checkCard ? checkCard(await loadCard(context, row, notes)) : []
  },
  after: async (context, row, step, notes) => {
    // A submitted statement has no card yet, or one that was archived when it was returned.
    if (step === 'submit') return
    const from = notes.fromStatusId
    if (row.statusId < RequestStatus.UNDER_REVIEW) return void (await archiveCard(context, row, from))
    if (isOpen(row.statusId)) return isOpen(from) ? ensureCard(context, row) : reopenCard(context, row, from)
    if (step === 'closeNonCompliance') {
      const cleared = await loadCard(context, row, notes, { letter: 'clearance' })
      await relabelCoverage(context, cleared.card, declared.labelOf(row.statusId, row.submitted))
      return sendClearance(context, row, cleared)
    }
    const letter = getKind(row)
    const view = await loadCard(context, row, notes, { letter, proposing: true })
    await storeSentFindings(context, view)
    await storeFigures(context, view)
    notes.cardLetter = getText(view)
  },
  letter: async (context, row, reason, notes) => {
    const letter = getKind(row)
    const { body, values } = notes.cardLetter ?? getText(await loadCard(context, row, notes, { letter }))
    return { body: reason ? [...body, reason] : body, values, decides: titles[letter] }
  },
  concerned: async (_, row) => getAuditors(row),
}
