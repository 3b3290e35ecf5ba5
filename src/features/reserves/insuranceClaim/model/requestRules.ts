import type { AttachedFile } from '#core/platform/files/model/index.ts'
import {
  getClaimFaults as claimedTwice,
  getAmountFaults,
  getDocumentFaults,
  getInvoiceDocuments,
  getInvoiceFaults,
  type InvoicedItem,
  type ItemFacts,
  isCredit,
  itemContents,
  reviewFaults,
} from '#features/shared/invoicedItems/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** Rules of a payment request as plain functions, which the browser and the server both run. */

/** The greatest number of items in a request. */
export const MAX_ITEMS = 200

type RepairFields = {
  description: string | null
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  claimedAmount: number | null
  payVendorDirectly: boolean
  duplicateInvoiceComment: string | null
}
/** An item that a company is filing. A vendor who is not on the list yet comes as a new name (ENT-07). */
export type RepairInput = RepairFields & {
  newVendorName?: string | null | undefined
  insuranceRequestItemId?: number | undefined
  vendorId: number | { id: number; label: string } | null
}
/** The company’s part of a request, which the rules check. */
export type RequestContent = { narrative: string | null; certified: boolean; items: readonly RepairInput[] }

/**
 * The part of a request’s claim that the rules of the request need. Amounts are in dollars and leave out the
 * request itself.
 */
export type RequestClaim = {
  requestNumber: string
  /** Whether the claim is submitted and neither closed nor denied. */
  open: boolean
  dateOfLoss: string | null
  /** The amount that the agency holds and has not approved for any other request. */
  available: number
  /** The amount approved for the other requests of the claim. */
  approvedElsewhere: number
  /** The total amount of repairs that the agency accepts; null until it is set. */
  approvedAmount: number | null
}
/** The stored request’s claim, items and files, and the agency’s day, which its rules need. */
export type RequestRuleFacts = {
  today: string
  claim: RequestClaim
  items: readonly (InvoicedItem & { insuranceRequestItemId: number })[]
  files: readonly AttachedFile[]
}

/** Returns every fault that keeps a request from being submitted, each with its field. */
export function getRequestFaults(
  { narrative, certified, items }: RequestContent,
  facts: RequestRuleFacts,
): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  const contents = itemContents('insuranceRequestItemId', items, facts)
  if (!facts.claim.open) say('', `Claim ${facts.claim.requestNumber} is not open; nothing is paid from it.`)
  if (!narrative?.trim()) say('narrative', REQUIRED)
  if (items.length === 0) say('items', 'Add at least one item.')
  if (items.length > MAX_ITEMS)
    say('items', `A request has at most ${MAX_ITEMS} items. Please file the others in a second request.`)
  else
    for (const [index, item] of contents.entries())
      for (const { field, message } of repairFaults(item, contents, facts))
        say(`items.${index}.${field}`, message)
  if (!certified) say('certified', 'Please certify the request.')
  return faults
}

type RepairContent = RepairFields & ItemFacts & { vendorId: number | null }

function repairFaults(
  item: RepairContent,
  items: readonly RepairContent[],
  requestKnown: RequestRuleFacts,
): Fault[] {
  const { dateOfLoss } = requestKnown.claim
  return [
    ...(item.description?.trim() ? [] : [{ field: 'description', message: REQUIRED }]),
    ...(item.vendorId ? [] : [{ field: 'vendorId', message: REQUIRED }]),
    ...getAmountFaults(item, items),
    // 0 turns off the greatest age of an invoice: a claim may be open for years. The rule below requires only
    // that no invoice is older than the loss.
    ...getInvoiceFaults(item, true, { today: requestKnown.today, rules: { invoiceMaxAgeDays: 0 } }),
    ...(dateOfLoss && item.invoiceDate && item.invoiceDate < dateOfLoss
      ? [
          {
            field: 'invoiceDate',
            message: `The invoice is older than the loss of ${formatDate(dateOfLoss, 'MM/DD/YYYY')}.`,
          },
        ]
      : []),
    ...getDocumentFaults(getRequiredDocuments(item), item.documents),
    ...claimedTwice(item),
  ]
}

/**
 * Returns the types of document that an item must have: the invoice, the canceled check if the property paid,
 * and a photo of the repair unless the item is a credit.
 */
export const getRequiredDocuments = (item: {
  payVendorDirectly: boolean
  claimedAmount?: number | null
}): string[] => [...getInvoiceDocuments(item), ...(isCredit(item) ? [] : ['Photo'])]

/**
 * Returns a warning, which does not stop the request, if its total in dollars is above the amount that the
 * agency holds and has not approved yet. Domain 16.3, 41.
 */
export const getRequestWarnings = (total: number, { available }: RequestClaim): string[] =>
  toCents(total) > toCents(available)
    ? [
        `${formatMoney(total)} is requested; the agency holds ${formatMoney(available)} that is not approved yet.`,
      ]
    : []

/**
 * Returns why an amount cannot be approved: it is more than the agency holds, or the approved amounts of the
 * claim together are more than the repair costs that the agency accepts.
 */
export function getApprovalFaults(
  approved: number,
  { available, approvedElsewhere, approvedAmount }: RequestClaim,
): Fault[] {
  const faults: Fault[] = []
  if (toCents(approved) > toCents(available))
    faults.push({
      field: '',
      message: `${formatMoney(approved)} cannot be approved: the agency holds ${formatMoney(available)} of this claim that is not approved yet.`,
    })
  const all = sumMoney([approved, approvedElsewhere])
  if (approvedAmount !== null && toCents(all) > toCents(approvedAmount))
    faults.push({
      field: '',
      message: `With this request ${formatMoney(all)} would be approved; the approved amount of the claim is ${formatMoney(approvedAmount)}.`,
    })
  return faults
}

/** Returns the faults of the review: items without a decision, and a total that cannot be paid. */
export const getReviewFaults = ({ items, claim }: Pick<RequestRuleFacts, 'items' | 'claim'>): Fault[] => [
  ...reviewFaults(items),
  ...getApprovalFaults(sumMoney(items.map((item) => item.approvedAmount)), claim),
]
