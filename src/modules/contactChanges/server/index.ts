import { type RawBuilder, sql } from 'kysely'
import type { Owner, Store } from '#ground/contacts/server/index.ts'
import type { FileGuard } from '#ground/files/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { serveController } from '#kernel/server/crud.ts'
import { historyOf } from '#kernel/server/history.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { serveStatusCalls } from '#kernel/server/statusCalls.ts'
import { lockRow, writeHistory } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { type ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { detailOf, linesOf, openRequestOf, type RequestRow, subjectOf } from './detail.ts'
import { changeLines, requestLines } from './lists.ts'
import { mailSubmissionOnce } from './mails.ts'
import { lineToStore, ownerSent, requestToEdit, saveRequest } from './save.ts'
import { approveWith, served as servedFlow, step, unsubmitStep } from './steps.ts'
import './tables.ts'

const ofProperty = (propertyId: number): Owner => ({ propertyId, managementCompanyId: null })
const ofCompany = (managementCompanyId: number): Owner => ({ propertyId: null, managementCompanyId })

/** Changes go with the contact that is kept of those that are one person. */
export const contactsMerged = async ({ db }: Store, moved: RawBuilder<unknown>): Promise<void> => {
  await sql`update contact_change l set contact_id = m.kept from ${moved} where m.former = l.contact_id`.execute(db)
}

/** Documents are added while the company writes; by the agency until it is decided. */
export const fileGuard: FileGuard = async (context, file) => {
  const row = await lockRow<RequestRow>(context, ContactChangeRequest, file.moduleId ?? 0)
  if (row.propertyId === null || row.propertyId !== file.propertyId) refuse.notFound('This contact change request')
  if (!canEdit(flow, row, context.actor) && !(isAgencyWriter(context.actor) && row.statusId < 5))
    refuse.conflict('The documents of a submitted request can no longer be changed here.')
}

const requestsGeneric = serveController(calls.requests, {
  before: async (context, values, present) => {
    if (present) {
      await requestToEdit(context, present.contactChangeRequestId as number)
      const { propertyId: _, managementCompanyId: __, ...kept } = values
      return kept
    }
    const owner = ownerSent(values)
    const { ownerManaged } = await subjectOf(context, owner)
    return { ...values, ...owner, ownerManaged, createdBy: context.actor.userId }
  },
  after: async (context, row) => {
    const { contactChangeRequestId, propertyId, version } = row as RequestRow
    if (version === 1)
      await writeHistory(context, flow.entity, contactChangeRequestId, propertyId, null, 1, 'create', null)
  },
  beforeRemove: async (context, present) => {
    await requestToEdit(context, present.contactChangeRequestId as number)
    if (present.submitted !== null) refuse.rule('Only a request that was never submitted can be removed.')
  },
})

const changesGeneric = serveController(calls.changes, {
  before: async (context, values, stored) => {
    const present = (stored as ContactChange | null) ?? undefined
    const requestId = present?.contactChangeRequestId ?? Number(values.contactChangeRequestId ?? 0)
    const request = await requestToEdit(context, requestId)
    const line = await lineToStore(context, request, present, values)
    if (present) return line
    const { propertyId, managementCompanyId } = request
    return { ...line, contactChangeRequestId: requestId, propertyId, managementCompanyId }
  },
  beforeRemove: async (context, present) => {
    await requestToEdit(context, present.contactChangeRequestId as number)
  },
})

async function requestOfChange({ db }: AnyContext, contactChangeId: number): Promise<number> {
  const found = await db
    .selectFrom('contactChange')
    .select('contactChangeRequestId')
    .where('contactChangeId', '=', contactChangeId)
    .executeTakeFirst()
  return found?.contactChangeRequestId ?? refuse.notFound('This contact change')
}

const byStatus = (context: AnyContext, filter: { statusId: number; propertyId?: number }) =>
  requestLines(
    context,
    filter.propertyId === undefined
      ? sql`r.status_id = ${filter.statusId}`
      : sql`r.status_id = ${filter.statusId} and r.property_id = ${filter.propertyId}`,
  )

/** The status calls of single changes: each steps the request its change belongs to. */
const statusOfChanges = serveStatusCalls(calls.changeStatus, servedFlow, {
  detail: detailOf,
  list: changeLines,
}).map(
  (one): Served => ({
    ...one,
    handle: async (context) => {
      const { params, body } = context as unknown as { params?: { id?: number }; body?: { id?: number } }
      const changeId = params?.id ?? body?.id
      if (changeId === undefined) return one.handle(context)
      const id = await requestOfChange(context, changeId)
      const named = params?.id === undefined ? { body: { ...body, id } } : { params: { ...params, id } }
      return one.handle({ ...context, ...named } as typeof context)
    },
  }),
)

/** Only for what a company or owner-manager files of its own. */
async function refuseProperties(context: AnyContext, requestId: number): Promise<void> {
  const { managementCompanyId, ownerManaged } = await detailOf(context, requestId)
  if (managementCompanyId === null && !ownerManaged) refuse.notFound('This request of a management company')
}

const decisions: Served[] = [
  serve(calls.approve, async (context) => {
    await approveWith(context, context.body.id, context.body)
    return detailOf(context, context.body.id)
  }),
  serve(calls.reject, async (context) => {
    await step(context, context.body.id, 'deny', context.body)
    return detailOf(context, context.body.id)
  }),
  serve(calls.approveOrReject, async (context) => {
    const { id, approve, ...sent } = context.body
    await refuseProperties(context, id)
    if (approve) await approveWith(context, id, sent)
    else await step(context, id, 'deny', sent)
    return detailOf(context, id)
  }),
  serve(calls.unsubmit, async (context) => {
    await unsubmitStep(context, context.params.requestId, context.body)
    return detailOf(context, context.params.requestId)
  }),
  serve(calls.sendSubmissionEmails, async (context) => {
    const { requestId, managementCompanyId } = context.params
    const row = await lockRow<RequestRow>(context, ContactChangeRequest, requestId)
    if (managementCompanyId > 0 && managementCompanyId !== row.managementCompanyId)
      refuse.notFound('This request of the management company')
    if (row.statusId === 1) refuse.conflict('Only a submitted request is mailed.')
    return { sent: await mailSubmissionOnce(context, row) }
  }),
]

const reads: Served[] = [
  serve(calls.getRequest, (context) => detailOf(context, context.params.requestId)),
  serve(calls.getById, (context) => detailOf(context, context.params.requestId)),
  serve(calls.getByCompany, (context) =>
    openRequestOf(
      context,
      ofCompany(context.params.managementCompanyId || (context.actor.managementCompanyIds[0] ?? 0)),
    ),
  ),
  serve(calls.getByOwnerManaged, (context) => openRequestOf(context, ofProperty(context.params.ownerManagedId))),
  serve(calls.getCompanyRequests, (context) => {
    const { managementCompanyId } = context.params
    return requestLines(
      context,
      managementCompanyId === 0
        ? sql`(r.management_company_id is not null or r.owner_managed)`
        : sql`r.management_company_id = ${managementCompanyId}`,
    )
  }),
  serve(calls.getPropertyRequests, (context) => {
    const { propertyId } = context.params
    return requestLines(
      context,
      propertyId === 0 ? sql`r.property_id is not null and not r.owner_managed` : sql`r.property_id = ${propertyId}`,
    )
  }),
  serve(calls.getByRequestId, async (context) => {
    await detailOf(context, context.params.requestId)
    return linesOf(context, context.params.requestId)
  }),
  serve(calls.getHistory, async (context) => {
    const { requestId } = context.params
    const { lines } = await detailOf(context, requestId)
    const rows = [
      { table: 'contact_change_request', ids: [requestId] },
      { table: 'contact_change', ids: lines.map((line) => line.contactChangeId) },
    ]
    // Those two say nothing by themselves; the review shows them.
    return historyOf(context, flow.entity, requestId, rows, ['old_values', 'decisions'])
  }),
]

/** Everything the module answers. */
export const served: Served[] = [
  ...requestsGeneric,
  ...changesGeneric,
  ...serveStatusCalls(calls.requestStatus, servedFlow, { detail: detailOf, list: byStatus }),
  ...statusOfChanges,
  ...decisions,
  ...reads,
  serve(calls.updateContactChange, async (context) => {
    const { request, lines } = context.body
    return detailOf(context, await saveRequest(context, request, lines))
  }),
]
