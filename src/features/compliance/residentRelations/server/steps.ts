import { sql } from 'kysely'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, refuseStaleVersion, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { MatterStatus, matterStatusLabels, ResidentRelations } from '../model/entities.ts'
import { sentMail } from '../model/mails.ts'
import { canTakeStep, getNotSentReason, getReplyDueText, type MatterStep } from '../model/rules.ts'
import { getMatterNumber, loadMatterDetail } from './lines.ts'
import { linkToFinding, openLinkedFinding } from './links.ts'
import type { Matter } from './sealed.ts'

type StepContext = { params: { id: number }; body: { version?: number | null } } & AnyContext

const requireText = (text: string, field: string, label: string): string =>
  text.trim() || refuse.invalid([{ field, message: `${label}: *Field is required` }])

/** Returns the path of a matter's screen. */
export const getMatterPath = ({
  propertyId,
  residentRelationsId,
}: Pick<Matter, 'propertyId' | 'residentRelationsId'>): string =>
  `/ResidentRelations/${propertyId}/${residentRelationsId}`

/** Locks a matter and refuses if it has changed since the given version or the step is not possible. */
async function lockMatter(context: StepContext, step: MatterStep): Promise<Matter> {
  const { id } = context.params
  const row = await lockRow(context, ResidentRelations, id)
  await refuseStaleVersion(context, ResidentRelations, id, context.body.version, row.version)
  if (!canTakeStep(step, row.statusId))
    refuse.conflict(`This cannot be done: the matter is ${matterStatusLabels[row.statusId]?.toLowerCase()}.`)
  return row
}

/** Stores the values of a step with the new status, and writes the status history for steps of the agency. */
async function takeStep(
  context: StepContext,
  row: Matter,
  step: MatterStep,
  to: number,
  set: Values,
  reason: string | null,
) {
  await updateRow(context, ResidentRelations, row.residentRelationsId, { ...set, statusId: to })
  // Steps of a company are only in the audit log, because only the agency may write the status history.
  if (isAgency(context.actor))
    await writeHistory(
      context,
      'ResidentRelations',
      row.residentRelationsId,
      row.propertyId,
      row.statusId,
      to,
      step,
      reason,
    )
}

const getNow = ({ services }: AnyContext): string => services.now().toISOString()

/** Assigns a matter to an agency user and notifies that person. */
async function assignTo(context: StepContext & { body: { userId: number } }) {
  const row = await lockMatter(context, 'assign')
  const { userId } = context.body
  const person =
    await sql`select from app_user u join user_role r using (user_id) where u.user_id = ${userId} and u.active
      and r.role_id = 1`.execute(context.db)
  if (person.rows.length === 0)
    refuse.invalid([{ field: 'userId', message: 'Person: choose somebody of the agency who may write.' }])
  const to = row.statusId === MatterStatus.OPEN ? MatterStatus.ASSIGNED : row.statusId
  await takeStep(context, row, 'assign', to, { assignedToId: userId }, null)
  const taskName = `${getMatterNumber(row.residentRelationsId)}: a resident’s matter is yours`
  await notifyPerson(context, userId, {
    taskName,
    message: 'Please take care of it.',
    url: getMatterPath(row),
    propertyId: row.propertyId,
  })
  return loadMatterDetail(context, row.residentRelationsId)
}

/** Asks the company of the property for a reply, and mails its contacts. */
async function sendToCompany(context: StepContext & { body: { question: string; nameShared?: boolean } }) {
  const row = await lockMatter(context, 'send')
  const why = getNotSentReason(row)
  if (why) refuse.rule(why)
  const question = requireText(context.body.question, 'question', 'What the company is asked')
  const { nameShared = row.nameShared } = context.body
  const { propertyId } = row
  const property = await sql<{
    id: number | null
  }>`select management_company_id as id from property where property_id = ${propertyId}`.execute(context.db)
  const managementCompanyId = property.rows[0]?.id ?? null
  await takeStep(
    context,
    row,
    'send',
    MatterStatus.SENT,
    { question, nameShared, managementCompanyId, sentAt: getNow(context) },
    null,
  )
  const about = { propertyId, filedCompanyId: managementCompanyId, submittedById: null, reviewerId: null }
  const { subject, of: getRecipients } = await loadRecordPeople(context, about)
  await sendEventMail(context, {
    event: sentMail.event,
    propertyId,
    entity: 'ResidentRelations',
    rowId: row.residentRelationsId,
    recipientsOf: getRecipients,
    values: {
      number: getMatterNumber(row.residentRelationsId),
      property: subject,
      due: getReplyDueText(row),
      link: `${context.services.config.publicUrl}/#${getMatterPath(row)}`,
    },
  })
  return loadMatterDetail(context, row.residentRelationsId)
}

/** Stores the company's answer and notifies the assigned person, or the one who logged the matter. */
async function answerAsCompany(context: StepContext & { body: { response: string } }) {
  const companyResponse = requireText(context.body.response, 'response', 'Answer')
  const row = await lockMatter(context, 'answer')
  const { mayAnswer } = await loadMatterDetail(context, row.residentRelationsId)
  if (!mayAnswer) refuse.forbidden('The company that was asked answers.')
  const stamp = { respondedAt: getNow(context), respondedById: context.actor.userId }
  await takeStep(context, row, 'answer', MatterStatus.ANSWERED, { companyResponse, ...stamp }, null)
  const to = row.assignedToId ?? row.createdById
  const taskName = `${getMatterNumber(row.residentRelationsId)}: the company has answered`
  if (to)
    await notifyPerson(context, to, {
      taskName,
      message: companyResponse,
      url: getMatterPath(row),
      propertyId: row.propertyId,
    })
  return loadMatterDetail(context, row.residentRelationsId)
}

/** The handlers of the steps of matters (domain 19.3). */
export const stepHandlers: Served[] = [
  serve(calls.assignMatter, assignTo),
  serve(calls.askCompany, sendToCompany),
  serve(calls.answerMatter, answerAsCompany),
  serve(calls.closeMatter, async (context) => {
    const { resolution: text, satisfaction = null } = context.body
    const resolution = requireText(text, 'resolution', 'How it was resolved')
    const row = await lockMatter(context, 'close')
    const stamp = { closedAt: getNow(context), closedById: context.actor.userId }
    await takeStep(
      context,
      row,
      'close',
      MatterStatus.CLOSED,
      { resolution, satisfaction, ...stamp },
      resolution,
    )
    return loadMatterDetail(context, row.residentRelationsId)
  }),
  serve(calls.openFinding, async (context) => {
    const row = await lockMatter(context, 'find')
    await openLinkedFinding(context, row, context.body)
    return loadMatterDetail(context, row.residentRelationsId)
  }),
  serve(calls.linkFinding, async (context) => {
    const row = await lockMatter(context, 'link')
    await linkToFinding(context, row, context.body.nonComplianceId)
    return loadMatterDetail(context, row.residentRelationsId)
  }),
  serve(calls.reopenMatter, async (context) => {
    const reason = requireText(context.body.reason, 'reason', 'Reason')
    const row = await lockMatter(context, 'reopen')
    const to = row.assignedToId === null ? MatterStatus.OPEN : MatterStatus.ASSIGNED
    await takeStep(context, row, 'reopen', to, { closedAt: null, closedById: null }, reason)
    return loadMatterDetail(context, row.residentRelationsId)
  }),
]
