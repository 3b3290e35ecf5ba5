import { sql } from 'kysely'
import { checkDuplicates } from '#ground/invoices/server/index.ts'
import { lettersOf } from '#ground/letters/server/index.ts'
import type { PropertyHold } from '#ground/properties/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { stepTo } from '#kernel/model/workflow.ts'
import { serveController } from '#kernel/server/crud.ts'
import { historyOf } from '#kernel/server/history.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/workflow.ts'
import * as calls from '../model/calls.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { flow, requestNumber } from '../model/flow.ts'
import * as steps from '../model/stepCalls.ts'
import { accountOf } from './account.ts'
import { detailOf, emptyDetail, MODULE, type RequestRow } from './detail.ts'
import { documentHandlers } from './documents.ts'
import { listHandlers } from './lists.ts'
import { saveAmountsWithStep, saveReview } from './review.ts'
import { saveProgress } from './save.ts'
import { takeStep } from './steps.ts'
import './tables.ts'

/** Items go with the vendor that takes the place of another. */
export async function changeVendor(context: AnyContext, from: number, to: number): Promise<void> {
  await context.db
    .updateTable('replacementReserveRequestItem')
    .set({ vendorId: to, newVendor: false })
    .where('vendorId', '=', from)
    .execute()
}

/** The step that leads from a request's present status to the wanted one (ChangeStatus of the specification). */
async function stepOf(context: AnyContext, requestId: number, statusId: number): Promise<string> {
  const row = await context.db
    .selectFrom('replacementReserveRequest')
    .select('statusId')
    .where('replacementReserveRequestId', '=', requestId)
    .executeTakeFirst()
  if (!row) return refuse.notFound('This replacement reserve request')
  return stepTo(flow, row.statusId, statusId, context.actor) ?? refuse.conflict('No step leads there.')
}

const requestsGeneric = serveController(calls.requests, {
  before: async (context, values, present) => {
    if (present) {
      if (present.statusId !== 1) refuse.conflict('This request has been submitted and can no longer be edited here.')
      return values
    }
    const account = await accountOf(context, Number(values.propertyId ?? 0))
    return { ...values, reserveAccountId: account.reserveAccountId, createdBy: context.actor.userId }
  },
  beforeRemove: async (_context, present) => {
    if (present.statusId !== 1 || present.submitted !== null)
      refuse.rule('Only a request that was never submitted can be removed.')
  },
})

/** Columns a company does not see: the agency's own notes, and the reviewer's amounts until they are decided. */
const unshown = (statusId: number): string[] =>
  statusId >= 5 ? ['agency_comments'] : ['agency_comments', 'approved_amount', 'denial_reason']

/** A request under way keeps its property from being deleted. */
export const propertyHold: PropertyHold = async ({ db }, propertyId) => {
  const open = await db
    .selectFrom('replacementReserveRequest')
    .select('replacementReserveRequestId')
    .where('propertyId', '=', propertyId)
    .where('statusId', 'in', [2, 3, 4])
    .limit(1)
    .executeTakeFirst()
  return open ? `Replacement reserve request ${requestNumber(open.replacementReserveRequestId)} is still open.` : null
}

/** Everything the replacement-reserve module answers. */
export const served: Served[] = [
  ...requestsGeneric,
  ...serveController(calls.categories),
  ...listHandlers,
  ...documentHandlers,

  serve(calls.getRequest, (context) => detailOf(context, context.params.requestId)),
  serve(calls.getNewRequest, (context) => emptyDetail(context, context.params.propertyId)),

  serve(calls.saveReplacementProgress, async (context) => {
    const { request, items, itemDeleteIndexes } = context.body
    return detailOf(context, await saveProgress(context, request, items ?? [], itemDeleteIndexes ?? []))
  }),

  serve(steps.submit, async (context) => {
    await takeStep(context, context.params.id, 'submit', context.body)
    return detailOf(context, context.params.id)
  }),

  serve(steps.unSubmit, async (context) => {
    await takeStep(context, context.params.id, isAgency(context.actor) ? 'return' : 'recall', context.body)
    return detailOf(context, context.params.id)
  }),

  serve(steps.startReview, async (context) => {
    await takeStep(context, context.params.id, 'startReview', context.body)
    return detailOf(context, context.params.id)
  }),

  serve(steps.changeStatus, async (context) => {
    const { statusId, requestId, approvedAmounts, reason, version } = context.body
    const step = await stepOf(context, requestId, statusId)
    const amountsSaved = approvedAmounts?.length
      ? await saveAmountsWithStep(context, requestId, version, approvedAmounts)
      : false
    // Saving the amounts has checked the version and raised it.
    await takeStep(context, requestId, step, { reason, version: amountsSaved ? null : version })
    return detailOf(context, requestId)
  }),

  serve(steps.adminChangeStatus, async (context) => {
    const { requestId, status } = context.params
    await takeStep(context, requestId, 'adminChange', { to: status, reason: context.query.reason || 'No reason given' })
    return detailOf(context, requestId)
  }),

  serve(steps.saveReplacementReview, async (context) => {
    await saveReview(context, context.body)
    return detailOf(context, context.body.requestId)
  }),

  serve(steps.assignReviewer, async (context) => {
    const { requestId, userId } = context.body
    const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
    if (row.statusId < 2 || row.statusId > 4) refuse.conflict('Only a request in the queue can be given to an analyst.')
    await context.db
      .updateTable('replacementReserveRequest')
      .set({ reviewerId: userId, version: row.version + 1 })
      .where('replacementReserveRequestId', '=', requestId)
      .execute()
    return detailOf(context, requestId)
  }),

  serve(steps.getReviewers, async ({ db }) =>
    db
      .selectFrom('appUser')
      .innerJoin('userRole', 'userRole.userId', 'appUser.userId')
      .select(['appUser.userId', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
      .where('userRole.roleId', '=', 1)
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
  ),

  serve(steps.recordPayment, async (context) => {
    const { requestId, paidDate, checkNumber, version } = context.body
    const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
    await refuseStaleVersion(context, ReplacementReserveRequest, requestId, version, row.version)
    if (row.statusId !== 5) refuse.conflict('Only an approved request is paid.')
    if (!paidDate) refuse.invalid([{ field: 'paidDate', message: 'Required' }])
    if (paidDate && paidDate > context.settings.today())
      refuse.invalid([{ field: 'paidDate', message: 'The date lies in the future.' }])
    await context.db
      .updateTable('replacementReserveRequest')
      .set({ paidDate, paymentCheckNumber: checkNumber, version: row.version + 1 })
      .where('replacementReserveRequestId', '=', requestId)
      .execute()
    return detailOf(context, requestId)
  }),

  serve(calls.getLetterData, async (context) => {
    await detailOf(context, context.params.requestId)
    return lettersOf(context, flow.entity, context.params.requestId)
  }),

  serve(calls.checkForReplacementDuplicates, async (context) => {
    const { itemId, vendorId, invoiceNumber, invoiceDate, amount } = context.body
    return checkDuplicates(context, MODULE, {
      itemId: itemId ?? 0,
      vendorId,
      invoiceNumber,
      invoiceDate: invoiceDate ?? null,
      amount: amount ?? null,
    })
  }),

  serve(calls.getHistory, async (context) => {
    const { requestId } = context.params
    const detail = await detailOf(context, requestId)
    const items = detail.items.map((item) => item.replacementReserveRequestItemId)
    const rows = [
      { table: 'replacement_reserve_request', ids: [requestId] },
      { table: 'replacement_reserve_request_item', ids: items },
    ]
    return historyOf(context, flow.entity, requestId, rows, isAgency(context.actor) ? [] : unshown(detail.statusId))
  }),

  serve(calls.getLedger, async (context) => {
    const account = await accountOf(context, context.params.propertyId)
    const entries = await context.db
      .selectFrom('reserveEntry')
      .selectAll()
      .where('reserveAccountId', '=', account.reserveAccountId)
      .orderBy('entryDate', 'desc')
      .orderBy('reserveEntryId', 'desc')
      .execute()
    return { account, entries }
  }),

  serve(calls.postEntry, async (context) => {
    const { propertyId, entryDate, amount, note, kind } = context.body
    if (!note.trim()) refuse.invalid([{ field: 'note', message: '*Field is required' }])
    if (entryDate > context.settings.today())
      refuse.invalid([{ field: 'entryDate', message: 'The date lies in the future.' }])
    const account = await accountOf(context, propertyId)
    await context.db
      .insertInto('reserveEntry')
      .values({
        propertyId,
        reserveAccountId: account.reserveAccountId,
        entryDate,
        kind,
        amount,
        note,
        replacementReserveRequestId: null,
      })
      .execute()
    return accountOf(context, propertyId)
  }),
]
