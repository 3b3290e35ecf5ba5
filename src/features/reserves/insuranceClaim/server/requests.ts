import { sql } from 'kysely'
import { isPaid, paidOnSql } from '#core/money/payments/server/index.ts'
import { vendorWriterIdsSql } from '#core/money/vendors/server/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import {
  claimInvoices,
  completeSubmission,
  forgetInvoices,
  loadStoredItems,
  saveItems,
  storeAmounts,
  sumApproved,
} from '#features/shared/invoicedItems/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { isWithAgency } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { decidedAmount } from '#kernel/server/statusSql.ts'
import { type ClaimRow, claims } from '../model/claims.ts'
import { MAX_ITEMS } from '../model/requestRules.ts'
import { requests as declared, type ItemDetail, type RequestRow } from '../model/requests.ts'
import { claimReceivedSql, loadClaimBalance, lockClaim } from './balance.ts'
import { kind, loadInsuranceClaimFacts, MODULE } from './requestDetail.ts'
import { getApprovalText, getDenialText } from './requestLetters.ts'

/** Refuses unless the claim is open: submitted, and neither closed nor denied. */
function refuseClosed({ insuranceClaimId, statusId }: ClaimRow): void {
  if (!isWithAgency(statusId))
    refuse.rule(`Claim ${claims.numberOf(insuranceClaimId)} is not open; nothing is paid from it.`)
}

/** Returns why the approval of a request cannot be undone: the request was paid, or its claim has ended. */
async function getReopeningFaults(context: AnyContext, row: RequestRow): Promise<Fault[]> {
  const claim = await lockClaim(context, row.insuranceClaimId)
  const faults: Fault[] = []
  if (!isWithAgency(claim.statusId))
    faults.push({
      field: '',
      message: `Claim ${claims.numberOf(claim.insuranceClaimId)} is not open; reopen it first.`,
    })
  if (await isPaid(context, MODULE, row.insuranceRequestId))
    faults.push({
      field: '',
      message: 'This request has been paid; void its payments before changing its status.',
    })
  return faults
}

/** The server’s part of the review of payment requests. */
export const requests = serveReview(declared, {
  detail: loadInsuranceClaimFacts,
  line: {
    select: sql`r.insurance_claim_id, i.item_count, i.claimed,
      ${paidOnSql(MODULE, sql`r.insurance_request_id`, sql`i.approved`)} as paid_date,
      ${decidedAmount(sql`i.approved`)} as approved`,
    joins: sql`left join lateral (select count(*)::integer as item_count, coalesce(sum(claimed_amount),
      0) as claimed,
      sum(approved_amount) as approved from insurance_request_item i
      where i.insurance_request_id = r.insurance_request_id) i on true`,
  },
  writers: vendorWriterIdsSql(
    sql`insurance_request_item i where i.insurance_request_id = r.insurance_request_id`,
  ),
  amount: sql`(select coalesce(sum(i.claimed_amount), 0) from insurance_request_item i
    where i.insurance_request_id = r.insurance_request_id)`,
  begin: async (context, { propertyId }, { insuranceClaimId }) => {
    if (typeof insuranceClaimId !== 'number')
      return refuse.invalid([{ field: 'insuranceClaimId', message: 'Claim: *Field is required' }])
    const claim = await lockClaim(context, insuranceClaimId)
    if (claim.propertyId !== propertyId) refuse.notFound('This claim')
    refuseClosed(claim)
    return {}
  },
  saved: async (context, row, { items = [], ...removed }) => {
    const id = row.insuranceRequestId
    if (items.length > 0 || removed.itemDeleteIds?.length || removed.itemDeleteIndexes?.length)
      await saveItems(context, requests.kit, kind, { ...row, id }, items, removed, MAX_ITEMS * 2)
  },
  reviewSaved: async (context, row, { approvedAmounts }) => {
    if (approvedAmounts) await storeAmounts(context, kind, row.insuranceRequestId, approvedAmounts)
  },
  needs: { reopen: getReopeningFaults, adminChange: getReopeningFaults },
  effects: {
    // The lock makes two approvals of a claim run one after the other, so that the second sees the balance
    // after the first.
    granted: async (context, row) => {
      refuseClosed(await lockClaim(context, row.insuranceClaimId))
      const { available } = await loadClaimBalance(context, row.insuranceClaimId)
      if (available < 0) {
        const approved = sumApproved(await loadStoredItems<ItemDetail>(context, kind, row.insuranceRequestId))
        refuse.rule(
          `${formatMoney(approved)} cannot be approved: that is ${formatMoney(-available)} more than the agency holds of this claim.`,
        )
      }
    },
    withdrawn: (context, row) => claimInvoices(context, kind, row),
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
          sql`held_at_submit = ${claimReceivedSql(row.insuranceClaimId)}`,
        ),
    },
  },
  figures: ({ claim }) =>
    `The agency holds ${formatMoney(claim.balance.held)} of the claim, ${formatMoney(claim.balance.available)} of it not approved.`,
  mailLines: ({ approved, claimed }) => [
    `Approved: ${formatMoney(approved)} of ${formatMoney(claimed)} claimed.`,
  ],
  letters: { approve: getApprovalText, deny: getDenialText },
  toDo: sql`left(r.narrative, 80)`,
})
