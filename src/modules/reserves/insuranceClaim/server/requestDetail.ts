import { sql } from 'kysely'
import { loadPayments } from '#ground/money/payments/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus, withAgency } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  type ItemsOf,
  loadInvoicedItemItems,
  shownAmount,
  shownTotal,
} from '#modules/shared/invoicedItems/server/index.ts'
import { openPath } from '#review/model/index.ts'
import { getInsuranceClaimBalance, type Sums } from '../model/balance.ts'
import { type ClaimRow, claims } from '../model/claims.ts'
import { InsuranceRequestItem } from '../model/entities.ts'

import { type ItemDetail, type RequestRow, requests } from '../model/requests.ts'
import { insuranceClaimSumsSql } from './balance.ts'
import { askedTwice, type SameAmount, sameAmounts } from './duplicates.ts'

export const MODULE = requests.module
/** The items of requests, for what all items on invoices share. */
export const kind = { review: requests, entity: InsuranceRequestItem } satisfies ItemsOf

type Claim = Sums &
  Pick<ClaimRow, 'insuranceClaimId' | 'propertyId' | 'statusId' | 'dateOfLoss' | 'approvedAmount'> & {
    /** Items of the claim over the amounts of the request’s own. */
    same: SameAmount[]
  }

const NOTHING = { received: 0, forwarded: 0, approved: 0, paid: 0 }
const UNSEEN = { ...NOTHING, statusId: 0, dateOfLoss: null, approvedAmount: null, same: [] }

/** Loads the claim of a request, its balance, and the earlier requests, in one statement. */
async function readClaim({ db }: AnyContext, row: RequestRow): Promise<Claim> {
  const { insuranceClaimId, insuranceRequestId, propertyId } = row
  const itemsQuery = sql`select insurance_request_item_id as item_id, claimed_amount as amount
    from insurance_request_item
    where insurance_request_id = ${insuranceRequestId}`
  const result = await sql<Claim>`
    select s.*, r.insurance_claim_id, r.property_id, r.status_id, r.date_of_loss, r.approved_amount,
      ${sameAmounts(insuranceClaimId, itemsQuery)} as same
    from insurance_claim r cross join lateral ${insuranceClaimSumsSql(sql`r.insurance_claim_id`)} s
    where r.insurance_claim_id = ${insuranceClaimId}`.execute(db)
  // Of a claim that an earlier company has under way the present company sees the number.
  return result.rows[0] ?? { ...UNSEEN, insuranceClaimId, propertyId }
}

/**
 * Returns the claim as the rules of a request check it: the request's own approved amount counts as
 * available.
 */
function claimSummary(
  { insuranceClaimId, statusId, dateOfLoss, approvedAmount, propertyId, ...found }: Claim,
  ownAmount: number,
) {
  const { received, forwarded, approved, paid } = found
  const balance = getInsuranceClaimBalance({ received, forwarded, approved, paid })
  return {
    insuranceClaimId,
    requestNumber: claims.numberOf(insuranceClaimId),
    path: openPath(claims, { insuranceClaimId, propertyId }),
    open: withAgency(statusId),
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
    loadInvoicedItemItems<ItemDetail>(context, kind, id),
    readClaim(context, row),
    loadPayments(context, MODULE, id, statusId),
  ])
  const items = savedItems.map((item) => {
    const reported = new Set(
      item.duplicates
        .filter((duplicate) => duplicate.moduleName === MODULE)
        .map((duplicate) => duplicate.itemId),
    )
    const { insuranceRequestItemId: itemId, invoiceNumber } = item
    const more = askedTwice(claim.same, { itemId, invoiceNumber }).filter(
      (item) => !reported.has(item.itemId),
    )
    return {
      ...item,
      ...shownAmount(item, statusId, isAgency(context.actor)),
      duplicates: [...item.duplicates, ...more],
    }
  })
  const approved = shownTotal(items, statusId, isAgency(context.actor))
  return {
    items,
    claim: claimSummary(claim, statusId === RequestStatus.APPROVED ? (approved ?? 0) : 0),
    claimed: sumMoney(items.map((item) => item.claimedAmount)),
    approved,
    ...payments,
  }
}
