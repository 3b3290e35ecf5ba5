import { type RawBuilder, sql } from 'kysely'
import { type DuplicateMatch, normalizeInvoiceNumber } from '#core/money/invoices/model/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { requests } from '../model/requests.ts'

/** An item of the claim with the same amount as the item that is checked, whose id is `about`. */
export type SameAmountItem = {
  about: number
  insuranceRequestId: number
  insuranceRequestItemId: number
  propertyId: number
  propertyName: string
  statusId: number
  submitted: string | null
  invoiceNumber: string
  invoiceDate: string | null
  claimedAmount: number
}

/**
 * SQL: the items of a claim’s requests that have the same amounts as the checked items, as JSON. `query`
 * selects the checked items as rows of `item_id` (0 for one that is not stored) and `amount`. Only items
 * entered before the checked one are returned, and denied requests do not count.
 */
export const sameAmountsSql = (
  claimId: number,
  checkedItems: RawBuilder<unknown>,
): RawBuilder<SameAmountItem[]> => sql`(
  select coalesce(json_agg(json_build_object('about', a.item_id, 'insuranceRequestId', q.insurance_request_id,
    'insuranceRequestItemId', i.insurance_request_item_id, 'propertyId', q.property_id,
    'propertyName', kernel.filed_property_name(q.property_id), 'statusId', q.status_id, 'submitted',
    q.submitted,
    'invoiceNumber', i.invoice_number, 'invoiceDate', i.invoice_date, 'claimedAmount', i.claimed_amount)
    order by i.insurance_request_item_id desc), '[]')
  from (${checkedItems}) a join insurance_request q on q.insurance_claim_id = ${claimId}
  and q.status_id <> ${sqlStatus.REJECTED}
  join insurance_request_item i on i.insurance_request_id = q.insurance_request_id
  and i.claimed_amount = a.amount
    and i.invoice_number is not null and (a.item_id = 0 or i.insurance_request_item_id < a.item_id))`

/**
 * Returns the duplicates of an item within its claim: items with the same amount and invoice number, from any
 * vendor (DUP-04).
 */
export function findClaimDuplicates(
  sameAmounts: readonly SameAmountItem[],
  { itemId, invoiceNumber }: { itemId: number; invoiceNumber: string | null },
): DuplicateMatch[] {
  const number = normalizeInvoiceNumber(invoiceNumber)
  if (number === '') return []
  return sameAmounts
    .filter(
      (sameAmount) =>
        sameAmount.about === itemId && normalizeInvoiceNumber(sameAmount.invoiceNumber) === number,
    )
    .map(toDuplicateMatch)
}

function toDuplicateMatch(row: SameAmountItem): DuplicateMatch {
  const { insuranceRequestId: requestId, invoiceNumber, claimedAmount: amount } = row
  const status = requests.labelOf(row.statusId, row.submitted)
  return {
    kind: 'hard',
    exact: true,
    message: `Invoice ${invoiceNumber.trim()} for ${formatMoney(amount)} is already in payment request ${requests.numberOf(requestId)} of this claim, status ${status}. Explain why it is claimed again.`,
    moduleName: requests.module,
    path: openPath(requests, row),
    requestId,
    itemId: row.insuranceRequestItemId,
    propertyId: row.propertyId,
    propertyName: row.propertyName,
    statusId: row.statusId,
    invoiceNumber,
    invoiceDate: row.invoiceDate,
    amount,
  }
}
