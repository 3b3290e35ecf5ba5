import { sql } from 'kysely'
import { isPaid, paidOnSql } from '#core/money/payments/server/index.ts'
import { vendorWriterIdsSql } from '#core/money/vendors/server/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import {
  accountBalanceSql,
  claimInvoices,
  completeSubmission,
  forgetInvoices,
  loadStoredItems,
  saveItems,
  storeAmounts,
  sumApproved,
} from '#features/shared/invoicedItems/server/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { decidedAmount } from '#kernel/server/statusSql.ts'
import { ReplacementReserveRequest, requestTypes } from '../model/entities.ts'
import { ADVANCE_REVIEW, requests as declared, type RequestRow } from '../model/requests.ts'
import { MAX_ITEMS } from '../model/rules.ts'
import { loadReplacementReserveAccount, postRelease, reverseRelease } from './account.ts'
import { kind, loadReplacementReserveFacts, MODULE, PRE_APPROVED } from './detail.ts'
import { drawHolds } from './drawHolds.ts'
import { getApprovalText, getDenialText } from './letters.ts'

/** Stores whether a request is pre-approved: an advance review that is approved without a release. */
async function setPreApproved({ db }: AnyContext, row: RequestRow, preApproved: boolean): Promise<void> {
  await db
    .updateTable('replacementReserveRequest')
    .set({ preApproved })
    .where('replacementReserveRequestId', '=', row.replacementReserveRequestId)
    .where('preApproved', '<>', preApproved)
    .execute()
}

/** Returns why the approval of a request cannot be undone: money was drawn or paid on it. */
async function getReopeningFaults(context: AnyContext, { replacementReserveRequestId: id }: RequestRow) {
  const reasons = await Promise.all(drawHolds().map((hold) => hold(context, id)))
  if (await isPaid(context, MODULE, id))
    reasons.push('This request has been paid; void its payments before changing its status.')
  return reasons.filter((message) => message !== null).map((message) => ({ field: '', message }))
}

/** The server’s part of the review of replacement reserve requests. */
/**
 * Stores the type of a request that a save named as the documents do, by `type`. A save that names two types
 * is refused.
 */
async function storeDocumentedType(
  context: AnyContext,
  row: RequestRow,
  type: string | null | undefined,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const requestType = requestTypes.find((name) => name === type)
  if (!requestType) return
  if (request.requestType !== undefined && request.requestType !== requestType)
    refuse.invalid([{ field: 'type', message: 'Type: it differs from the request type. Send one of them.' }])
  await updateRow(context, ReplacementReserveRequest, row.replacementReserveRequestId, { requestType })
}

export const requests = serveReview(declared, {
  detail: loadReplacementReserveFacts,
  line: {
    select: sql`r.request_type, r.description,
      ${paidOnSql(MODULE, sql`r.replacement_reserve_request_id`, sql`i.approved`)} as paid_date,
      coalesce(i.item_count, 0)::integer as item_count,
      coalesce(i.claimed, 0) as claimed,
      ${decidedAmount(sql`i.approved`)} as approved,
      case when r.pre_approved then ${PRE_APPROVED} end as status_label`,
    joins: sql`left join lateral (select count(*) as item_count, sum(claimed_amount) as claimed,
      sum(approved_amount) as approved
      from replacement_reserve_request_item i
      where i.replacement_reserve_request_id = r.replacement_reserve_request_id) i on true`,
  },
  writers: vendorWriterIdsSql(
    sql`replacement_reserve_request_item i
      where i.replacement_reserve_request_id = r.replacement_reserve_request_id`,
  ),
  amount: sql`(select coalesce(sum(i.claimed_amount), 0) from replacement_reserve_request_item i
    where i.replacement_reserve_request_id = r.replacement_reserve_request_id)`,
  begin: async (context, { propertyId }) => {
    const { reserveAccountId } = await loadReplacementReserveAccount(context, propertyId ?? 0)
    return { reserveAccountId, requestType: 'Reimbursement' as const }
  },
  saved: async (context, row, { items = [], type, ...removed }, request) => {
    const id = row.replacementReserveRequestId
    await storeDocumentedType(context, row, type, request)
    await saveItems(context, requests.kit, kind, { ...row, id }, items, removed, MAX_ITEMS * 2)
  },
  reviewSaved: (context, row, { approvedAmounts }) =>
    storeAmounts(context, kind, row.replacementReserveRequestId, approvedAmounts),
  needs: {
    reopen: getReopeningFaults,
    adminChange: getReopeningFaults,
  },
  effects: {
    granted: async (context, row) => {
      if (row.requestType === ADVANCE_REVIEW) await setPreApproved(context, row, true)
      else
        await postRelease(
          context,
          row,
          sumApproved(await loadStoredItems(context, kind, row.replacementReserveRequestId)),
        )
    },
    withdrawn: async (context, row) => {
      await reverseRelease(context, row)
      await setPreApproved(context, row, false)
      await claimInvoices(context, kind, row)
    },
    // A denied invoice may be claimed again.
    denied: (context, row) => forgetInvoices(context, kind, row),
  },
  steps: {
    submit: {
      after: (context, row) =>
        completeSubmission(
          context,
          kind,
          row,
          sql`balance_at_submit = ${accountBalanceSql(row.reserveAccountId)}`,
        ),
    },
  },
  mailLines: ({ approved, claimed, preApproved }) => [
    `${preApproved ? PRE_APPROVED : 'Approved'}: ${formatMoney(approved)} of ${formatMoney(claimed)} claimed.`,
    ...(preApproved
      ? ['Nothing is released yet: file the completion with invoices and photos once the work is done.']
      : []),
  ],
  figures: ({ account, approved, statusId, preApproved }) => {
    if (!account) return null
    const before =
      statusId === RequestStatus.APPROVED && !preApproved
        ? sumMoney([account.balance, approved])
        : account.balance
    return `The balance is ${formatMoney(before)} now, and ${formatMoney(account.balance)} after it.`
  },
  letters: { approve: getApprovalText, deny: getDenialText },
  toDo: sql`left(r.description, 80)`,
})
