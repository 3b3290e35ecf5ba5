import { sql } from 'kysely'
import { loadPayments } from '#core/money/payments/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import {
  getVisibleAmount,
  getVisibleTotal,
  type ItemKind,
  loadItemsWithDuplicates,
} from '#features/shared/invoicedItems/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ClaimSums, getInsuranceClaimBalance } from '../model/balance.ts'
import { type ClaimRow, claims } from '../model/claims.ts'
import { InsuranceRequestItem } from '../model/entities.ts'

import { type ItemDetail, type RequestRow, requests } from '../model/requests.ts'
import { insuranceClaimSumsSql } from './balance.ts'
import { findClaimDuplicates, type SameAmountItem, sameAmountsSql } from './duplicates.ts'

/** The module name of payment requests, under which their payments and invoices are stored. */
export const MODULE = requests.module
/** The items of payment requests, for the functions that all items on invoices share. */
export const kind = { review: requests, entity: InsuranceRequestItem } satisfies ItemKind

type Claim = ClaimSums &
  Pick<ClaimRow, 'insuranceClaimId' | 'propertyId' | 'statusId' | 'dateOfLoss' | 'approvedAmount'> & {
    /** Items of the claim with the same amounts as items of this request. */
    same: SameAmountItem[]
  }

const ZERO_SUMS = { received: 0, forwarded: 0, approved: 0, paid: 0 }
const UNREADABLE_CLAIM = { ...ZERO_SUMS, statusId: 0, dateOfLoss: null, approvedAmount: null, same: [] }

/** Loads the claim of a request, its balance, and the earlier requests, in one statement. */
async function loadClaim({ db }: AnyContext, row: RequestRow): Promise<Claim> {
  const { insuranceClaimId, insuranceRequestId, propertyId } = row
  const itemsQuery = sql`select insurance_request_item_id as item_id, claimed_amount as amount
    from insurance_request_item
    where insurance_request_id = ${insuranceRequestId}`
  const result = await sql<Claim>`
    select s.*, r.insurance_claim_id, r.property_id, r.status_id, r.date_of_loss, r.approved_amount,
      ${sameAmountsSql(insuranceClaimId, itemsQuery)} as same
    from insurance_claim r cross join lateral ${insuranceClaimSumsSql(sql`r.insurance_claim_id`)} s
    where r.insurance_claim_id = ${insuranceClaimId}`.execute(db)
  // The present company cannot read a claim of an earlier company. It sees the number only.
  return result.rows[0] ?? { ...UNREADABLE_CLAIM, insuranceClaimId, propertyId }
}

/**
 * Returns the claim as the rules of a request check it. `ownAmount`, the request’s own approved amount in
 * dollars, counts as available.
 */
function getClaimSummary(
  { insuranceClaimId, statusId, dateOfLoss, approvedAmount, propertyId, ...sums }: Claim,
  ownAmount: number,
) {
  const { received, forwarded, approved, paid } = sums
  const balance = getInsuranceClaimBalance({ received, forwarded, approved, paid })
  return {
    insuranceClaimId,
    requestNumber: claims.numberOf(insuranceClaimId),
    path: openPath(claims, { insuranceClaimId, propertyId }),
    open: isWithAgency(statusId),
    dateOfLoss,
    approvedAmount,
    balance,
    available: sumMoney([balance.available, ownAmount]),
    approvedElsewhere: sumMoney([balance.approved, -ownAmount]),
  }
}

/**
 * Loads the facts that a request's screen and rules need in addition to the request, in a constant number of
 * statements.
 */
export async function loadInsuranceClaimFacts(context: AnyContext, row: RequestRow) {
  const { insuranceRequestId: id, statusId } = row
  const [savedItems, claim, payments] = await Promise.all([
    loadItemsWithDuplicates<ItemDetail>(context, kind, id),
    loadClaim(context, row),
    loadPayments(context, MODULE, id, statusId),
  ])
  const items = savedItems.map((item) => {
    const reportedItemIds = new Set(
      item.duplicates
        .filter((duplicate) => duplicate.moduleName === MODULE)
        .map((duplicate) => duplicate.itemId),
    )
    const { insuranceRequestItemId: itemId, invoiceNumber } = item
    const claimDuplicates = findClaimDuplicates(claim.same, { itemId, invoiceNumber }).filter(
      (item) => !reportedItemIds.has(item.itemId),
    )
    return {
      ...item,
      ...getVisibleAmount(item, statusId, isAgency(context.actor)),
      duplicates: [...item.duplicates, ...claimDuplicates],
    }
  })
  const approved = getVisibleTotal(items, statusId, isAgency(context.actor))
  return {
    items,
    claim: getClaimSummary(claim, statusId === RequestStatus.APPROVED ? (approved ?? 0) : 0),
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved,
    ...payments,
  }
}
