import type { Attached } from '#ground/platform/files/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  amountFaults,
  claimFaults as claimedTwice,
  documentFaults,
  type InvoicedItem,
  invoiceDocuments,
  invoiceFaults,
  isCredit,
  itemContents,
  type KnownOfItem,
  reviewFaults,
} from '#modules/shared/invoicedItems/model/index.ts'

/** Rules of a request for payment as plain functions; the browser and the server run the same ones. */

export const MOST_ITEMS = 200

type Repair = {
  description: string | null
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  claimedAmount: number | null
  payVendorDirectly: boolean
  duplicateInvoiceComment: string | null
}
/** An item as it is being filed; a vendor that is not on the list yet is an object without id (ENT-07). */
export type SentRepair = Repair & {
  newVendorName?: string | null | undefined
  insuranceRequestItemId?: number | undefined
  vendorId: number | { id: number; label: string } | null
}
export type RequestContent = { narrative: string | null; certified: boolean; items: readonly SentRepair[] }

/**
 * The claim a request is paid from, as far as its rules look at it; amounts in dollars without the request
 * itself.
 */
export type ClaimOfRequest = {
  requestNumber: string
  /** Submitted and not closed or denied. */
  open: boolean
  dateOfLoss: string | null
  /** Held and not approved for any other request. */
  available: number
  /** Approved for other requests. */
  approvedElsewhere: number
  /** The total amount of repairs that the agency accepts; null until it is set. */
  approvedAmount: number | null
}
export type RequestKnown = {
  today: string
  claim: ClaimOfRequest
  items: readonly (InvoicedItem & { insuranceRequestItemId: number })[]
  files: readonly Attached[]
}

/** Everything that keeps a request from being submitted, all at once, each with its field. */
export function requestFaults(
  { narrative, certified, items }: RequestContent,
  requestKnown: RequestKnown,
): Fault[] {
  const faults: Fault[] = []
  const say = (field: string, message: string) => faults.push({ field, message })
  const contents = itemContents('insuranceRequestItemId', items, requestKnown)
  if (!requestKnown.claim.open)
    say('', `Claim ${requestKnown.claim.requestNumber} is not open; nothing is paid from it.`)
  if (!narrative?.trim()) say('narrative', REQUIRED)
  if (items.length === 0) say('items', 'Add at least one item.')
  if (items.length > MOST_ITEMS)
    say('items', `A request has at most ${MOST_ITEMS} items. Please file the others in a second request.`)
  else
    for (const [index, item] of contents.entries())
      for (const { field, message } of repairFaults(item, contents, requestKnown))
        say(`items.${index}.${field}`, message)
  if (!certified) say('certified', 'Please certify the request.')
  return faults
}

type RepairContent = Repair & KnownOfItem & { vendorId: number | null }

function repairFaults(
  item: RepairContent,
  items: readonly RepairContent[],
  requestKnown: RequestKnown,
): Fault[] {
  const { dateOfLoss } = requestKnown.claim
  return [
    ...(item.description?.trim() ? [] : [{ field: 'description', message: REQUIRED }]),
    ...(item.vendorId ? [] : [{ field: 'vendorId', message: REQUIRED }]),
    ...amountFaults(item, items),
    // A claim may stay open for years; what counts is that the invoice is not older than the loss.
    ...invoiceFaults(item, true, { today: requestKnown.today, rules: { invoiceMaxAgeDays: 0 } }),
    ...(dateOfLoss && item.invoiceDate && item.invoiceDate < dateOfLoss
      ? [
          {
            field: 'invoiceDate',
            message: `The invoice is older than the loss of ${formatDate(dateOfLoss, 'MM/DD/YYYY')}.`,
          },
        ]
      : []),
    ...documentFaults(documentsWanted(item), item.documents),
    ...claimedTwice(item),
  ]
}

/**
 * Documents that an item must have: the invoice, the canceled check where the property has paid, and a photo
 * of the repair.
 */
export const documentsWanted = (item: {
  payVendorDirectly: boolean
  claimedAmount?: number | null
}): string[] => [...invoiceDocuments(item), ...(isCredit(item) ? [] : ['Photo'])]

/**
 * What both sides should know but that does not stop the request: more is asked for than is held. Domain
 * 16.3, 41.
 */
export const requestWarnings = (total: number, { available }: ClaimOfRequest): string[] =>
  toCents(total) > toCents(available)
    ? [
        `${formatMoney(total)} is requested; the agency holds ${formatMoney(available)} that is not approved yet.`,
      ]
    : []

/** Why these amounts cannot be approved: more than is held, or than the agency accepts of the repairs. */
export function moneyFaults(
  approved: number,
  { available, approvedElsewhere, approvedAmount }: ClaimOfRequest,
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

/** Faults in the reviewer’s part: each item decided, and in all no more than can be paid. */
export const requestReviewFaults = ({ items, claim }: Pick<RequestKnown, 'items' | 'claim'>): Fault[] => [
  ...reviewFaults(items),
  ...moneyFaults(sumMoney(items.map((item) => item.approvedAmount)), claim),
]
