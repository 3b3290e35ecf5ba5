import { type RawBuilder, sql } from 'kysely'
import type { Owner, Store } from '#core/portfolio/contacts/server/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { mailAbout } from '#engines/review/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { ContactChangeRequest } from '../model/entities.ts'
import type { RequestDetail, RequestRow } from '../model/requests.ts'
import { changeHandlers } from './changes.ts'
import { storeDecisions } from './decisions.ts'
import { requests } from './requests.ts'

/** When contacts are merged, moves their changes to the remaining contact. */
export const moveContactChanges = async ({ db }: Store, moved: RawBuilder<unknown>): Promise<void> => {
  await sql`update contact_change l set contact_id = m.remaining from ${moved}
    where m.former = l.contact_id`.execute(db)
}

/**
 * Stores the reviewer's choices and approves, both in one transaction. Choices for a request in another
 * status are not stored.
 */
async function approve(
  context: AnyContext,
  { id, decisions, ...stepInput }: calls.DecisionInput,
): Promise<RequestDetail> {
  const { statusId } = await lockRow(context, ContactChangeRequest, id)
  if (statusId === RequestStatus.UNDER_REVIEW && decisions?.length)
    await storeDecisions(context, id, decisions)
  return requests.take(context, id, 'approve', stepInput)
}

/** Loads the latest undecided request of a property or company; an empty one if there is none. */
async function loadOpenRequest(context: AnyContext, owner: Owner): Promise<RequestDetail> {
  const ofOwner = sql`r.property_id is not distinct from ${owner.propertyId}
    and r.management_company_id is not distinct from ${owner.managementCompanyId} and ${statusIs.open('r')}`
  const [open] = await requests.lines(context, ofOwner, sql`limit 1`)
  return open
    ? requests.detail(context, getReviewKey(ContactChangeRequest, open))
    : requests.empty(context, owner)
}

/** Mails a submission unless it was mailed already; returns the number of mails. */
async function mailSubmissionOnce(context: AnyContext, row: RequestRow): Promise<number> {
  const { name } = ContactChangeRequest
  const result = await sql<{ due: boolean }>`
    select (select count(*) from status_history where entity = ${name}
    and row_id = ${row.contactChangeRequestId} and action in ('submit', 'submitOnBehalf'))
      > kernel.mails_about(${name}, ${row.contactChangeRequestId}, 'contacts.submitted') as due`.execute(
    context.db,
  )
  if (!result.rows[0]?.due) return 0
  await mailAbout(context, requests.kit, row, 'submitted')
  return 1
}

/** The handlers of the calls about contact changes beyond those of the review. */
export const served: Served[] = [
  ...changeHandlers,

  serve(calls.approve, (context) => approve(context, context.body)),
  serve(calls.reject, ({ body: { id, ...decision }, ...context }) =>
    requests.take(context, id, 'deny', decision),
  ),
  serve(calls.approveOrReject, async (context) => {
    const { approve: isApproval, ...decided } = context.body
    const { managementCompanyId, ownerManaged } = await requests.detail(context, decided.id)
    if (managementCompanyId === null && !ownerManaged) refuse.notFound('This request of a management company')
    return isApproval ? approve(context, decided) : requests.take(context, decided.id, 'deny', decided)
  }),
  serve(calls.unsubmit, (context) =>
    requests.take(
      context,
      context.params.requestId,
      isAgency(context.actor) ? 'return' : 'recall',
      context.body,
    ),
  ),
  serve(calls.sendSubmissionEmails, async (context) => {
    const { requestId, managementCompanyId } = context.params
    const row = await lockRow(context, ContactChangeRequest, requestId)
    if (managementCompanyId > 0 && managementCompanyId !== row.managementCompanyId)
      refuse.notFound('This request of the management company')
    if (row.statusId === RequestStatus.NOT_SUBMITTED) refuse.conflict('Only a submitted request is mailed.')
    return { sent: await mailSubmissionOnce(context, row) }
  }),

  serve(calls.getById, (context) => requests.detail(context, context.params.requestId)),
  serve(calls.getByCompany, (context) => {
    const managementCompanyId =
      context.params.managementCompanyId || (context.actor.managementCompanyIds[0] ?? 0)
    return loadOpenRequest(context, { propertyId: null, managementCompanyId })
  }),
  serve(calls.getByOwnerManaged, (context) =>
    loadOpenRequest(context, { propertyId: context.params.ownerManagedId, managementCompanyId: null }),
  ),
  serve(calls.getCompanyRequests, (context) => {
    const { managementCompanyId } = context.params
    return requests.lines(
      context,
      managementCompanyId === 0
        ? sql`(r.management_company_id is not null or r.owner_managed)`
        : sql`r.management_company_id = ${managementCompanyId}`,
    )
  }),
]
