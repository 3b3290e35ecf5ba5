import { daysBetween, parseDay } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/**
 * Rules of items that claim money on invoices, as plain functions, which the browser and the server both run.
 */

/** The agency’s rules for invoices: the greatest age in days. */
export type InvoiceRules = { invoiceMaxAgeDays: number }

/** Whether an invoice is too old to be paid back without an exception. */
export const isTooOld = (
  date: string | null,
  { today, rules }: { today: string; rules: InvoiceRules },
): boolean => date !== null && parseDay(date) !== null && daysBetween(date, today) > rules.invoiceMaxAgeDays

/**
 * Returns why an invoice date is refused, or null if it is accepted. A date older than the agency’s limit
 * needs an exception (domain 11.3).
 */
export function getInvoiceDateFault(
  date: string | null,
  exception: boolean,
  { today, rules }: { today: string; rules: InvoiceRules },
): string | null {
  if (!date) return 'Required'
  // A typed or pasted text that is not a day has a fault of its own at the field.
  if (parseDay(date) === null) return null
  if (date > today) return 'The invoice date is in the future.'
  if (!exception && isTooOld(date, { today, rules }))
    return `The invoice is older than ${rules.invoiceMaxAgeDays} days and is not paid back without an exception by the agency.`
  return null
}

/** Whether an item is a credit memo, which reduces the other claims of its vendor. */
export const isCredit = ({ claimedAmount }: { claimedAmount?: number | null }): boolean =>
  (claimedAmount ?? 0) < 0

/** A claim with its vendor and way of payment. A credit reduces claims that share both. */
type VendorClaim = { vendorId: number | null; payVendorDirectly: boolean; claimedAmount: number | null }

/** Returns a test whether an item has the same vendor and way of payment. */
const matchesVendor =
  ({ vendorId, payVendorDirectly }: VendorClaim) =>
  (item: VendorClaim): boolean =>
    item.vendorId === vendorId && item.payVendorDirectly === payVendorDirectly

/**
 * Returns why an amount cannot be claimed: it is missing or zero, or it is a credit without a larger invoice
 * of its vendor in the request.
 */
export function getAmountFaults(
  item: VendorClaim,
  items: readonly VendorClaim[],
): (Fault & { field: 'claimedAmount' })[] {
  const buildFaults = (message: string) => [{ field: 'claimedAmount' as const, message }]
  if (item.claimedAmount === null) return buildFaults(REQUIRED)
  if (item.claimedAmount === 0) return buildFaults('Enter an amount above zero.')
  if (!isCredit(item)) return []
  const claimed = sumMoney(items.filter(matchesVendor(item)).map((item) => item.claimedAmount))
  return claimed > 0
    ? []
    : buildFaults('A credit is claimed together with a larger invoice of its vendor, paid the same way.')
}

type PaidInvoice = {
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  payVendorDirectly: boolean
  claimedAmount?: number | null
}

/**
 * Returns faults if an invoice lacks its number, a valid date, or the number of the check with which the
 * property paid it. `exception` allows an old invoice.
 */
export function getInvoiceFaults(
  item: PaidInvoice,
  exception: boolean,
  facts: { today: string; rules: InvoiceRules },
): (Fault & { field: 'invoiceNumber' | 'invoiceDate' | 'checkNumber' })[] {
  const date = getInvoiceDateFault(item.invoiceDate, exception, facts)
  return [
    ...(item.invoiceNumber?.trim() ? [] : [{ field: 'invoiceNumber' as const, message: REQUIRED }]),
    ...(date ? [{ field: 'invoiceDate' as const, message: date }] : []),
    ...(item.payVendorDirectly || isCredit(item) || item.checkNumber?.trim()
      ? []
      : [{ field: 'checkNumber' as const, message: REQUIRED }]),
  ]
}

/**
 * Returns the types of document that an invoice needs: the invoice, and the canceled check if the property
 * paid it. A credit needs only its memo, which counts as the invoice.
 */
export const getInvoiceDocuments = (item: {
  payVendorDirectly: boolean
  claimedAmount?: number | null
}): string[] => ['Invoice', ...(item.payVendorDirectly || isCredit(item) ? [] : ['Check'])]

const listFormat = new Intl.ListFormat('en-US')

/** Returns one fault that names all required types of document that are not attached. */
export function getDocumentFaults(requiredKinds: readonly string[], attached: readonly string[]): Fault[] {
  const missing = requiredKinds
    .filter((kind) => !attached.includes(kind))
    .map((kind) => `the ${kind.toLowerCase()}`)
  return missing.length > 0 ? [{ field: 'documents', message: `Attach ${listFormat.format(missing)}.` }] : []
}

/** Facts about an item that the rules need in addition to its typed fields. */
export type ItemFacts = {
  /** The types of the documents attached to the item. */
  documents: readonly string[]
  /** Whether a W-9 of the vendor is on record. */
  vendorHasW9: boolean
  /** Whether any other item has the same vendor and invoice number (DUP-01). */
  isDuplicate: boolean
}

/**
 * Returns faults if a vendor whom the agency pays has no W-9, or if an invoice that was claimed before has no
 * comment (DUP-02).
 */
export function getClaimFaults(
  item: { payVendorDirectly: boolean; duplicateInvoiceComment: string | null } & ItemFacts,
): Fault[] {
  const faults: Fault[] = []
  if (item.payVendorDirectly && !item.vendorHasW9 && !item.documents.includes('W-9'))
    faults.push({ field: 'payVendorDirectly', message: 'To pay the vendor directly, attach its W-9.' })
  if (item.isDuplicate && !item.duplicateInvoiceComment?.trim())
    faults.push({
      field: 'duplicateInvoiceComment',
      message: 'This invoice was claimed before. Explain why it is claimed again.',
    })
  return faults
}

/**
 * An item that a company is filing. A vendor who is not on the list yet is an object with the id 0, or a new
 * name (ENT-07).
 */
type ItemInput = {
  vendorId: number | { id: number; label: string } | null
  newVendorName?: string | null | undefined
}
type StoredItem = { vendorId: number | null; vendorHasW9: boolean; duplicates: readonly { kind: string }[] }
type Document = { itemId?: number | null; documentType: string | null }

/** The placeholder id of a vendor who is not on the list and is requested at submission. */
const NEW_VENDOR = -1

/**
 * Converts items that a company is filing into items that the rules check: it adds the documents of each and
 * the facts about its vendor and invoice. `key` is the name of the items’ key field.
 */
export function toItemContents<S extends ItemInput>(
  key: string,
  items: readonly S[],
  { items: stored, files }: { items: readonly StoredItem[]; files: readonly Document[] },
): (Omit<S, 'vendorId'> & ItemFacts & { vendorId: number | null })[] {
  const getId = (item: object) => (item as Record<string, unknown>)[key]
  return items.map((item) => {
    const storedItem = stored.find((candidate) => getId(candidate) === getId(item))
    const selected = typeof item.vendorId === 'object' ? item.vendorId?.id : item.vendorId
    const vendorId = selected || (item.newVendorName || item.vendorId ? NEW_VENDOR : null)
    return {
      ...item,
      vendorId,
      documents: files
        .filter((file) => storedItem && file.itemId === getId(storedItem))
        .map((file) => file.documentType ?? ''),
      vendorHasW9: storedItem?.vendorHasW9 === true && storedItem.vendorId === vendorId,
      isDuplicate: storedItem?.duplicates.some((match) => match.kind === 'hard') ?? false,
    }
  })
}

/** The amounts of an item from which the total that a request draws is computed. */
export type DrawingItem = { claimedAmount: number | null; approvedAmount?: number | null }

/**
 * Returns the total in dollars that items would draw: the approved amount of each, or the claimed amount
 * while
 * it is not decided.
 */
export const sumDrawn = (items: readonly DrawingItem[]): number =>
  sumMoney(items.map((item) => item.approvedAmount ?? item.claimedAmount))

/**
 * Says in words which amounts the total of {@link sumDrawn} adds up: claimed ones, approved ones, or both.
 */
export function describeDrawn(
  items: readonly DrawingItem[],
): 'claimed' | 'approved' | 'claimed, approved where decided' {
  const decided = items.filter((item) => typeof item.approvedAmount === 'number').length
  if (decided === 0) return 'claimed'
  return decided === items.length ? 'approved' : 'claimed, approved where decided'
}

/** Returns the range of amounts that may be approved: from 0 to the claim, which is negative for a credit. */
const getApprovableRange = (claimed: number): { minimum: number; maximum: number } => ({
  minimum: Math.min(0, claimed),
  maximum: Math.max(0, claimed),
})

/** Returns why an amount cannot be approved for a claim, or null if it can. */
export function getApprovedAmountFault(approved: number, claimed: number): string | null {
  const { minimum, maximum } = getApprovableRange(claimed)
  if (approved >= minimum && approved <= maximum) return null
  return `Enter an amount from ${formatMoney(minimum)} to ${formatMoney(maximum)}.`
}

type DecidedItem = {
  claimedAmount: number | null
  approvedAmount: number | null
  denialReason: string | null
}

/**
 * Returns the faults of the reviewer’s amounts: each item needs one between 0 and the claim, and a reduction
 * needs a reason.
 */
export function getReviewFaults(items: readonly DecidedItem[]): Fault[] {
  const faults = items.flatMap((item, index) => {
    const claimed = item.claimedAmount ?? 0
    if (item.approvedAmount === null) return [{ field: `items.${index}.approvedAmount`, message: REQUIRED }]
    const fault = getApprovedAmountFault(item.approvedAmount, claimed)
    if (fault) return [{ field: `items.${index}.approvedAmount`, message: fault }]
    if (item.approvedAmount !== claimed && !item.denialReason?.trim())
      return [{ field: `items.${index}.denialReason`, message: 'Say why less than the claim is approved.' }]
    return []
  })
  return faults.length > 0 ? faults : getCreditFaults(items)
}

/** Returns a fault for each credit that exceeds the approved amounts of its vendor’s invoices. */
const getCreditFaults = (items: readonly DecidedItem[]): Fault[] =>
  items.flatMap((item, index) => {
    if ((item.approvedAmount ?? 0) >= 0) return []
    const { vendorId = null, payVendorDirectly = false } = item as Partial<VendorClaim>
    const ofVendor = matchesVendor({ vendorId, payVendorDirectly, claimedAmount: null })
    const approved = sumMoney(
      items
        .filter((item) => ofVendor({ vendorId: null, payVendorDirectly: false, ...item } as VendorClaim))
        .map((item) => item.approvedAmount),
    )
    const message = 'A credit is approved only up to what is approved of its vendor’s invoices.'
    return approved < 0 ? [{ field: `items.${index}.approvedAmount`, message }] : []
  })

/** The kinds of decision on an item: approve it in full, deny it, or reduce it. */
export const reviewTypes = { 1: 'Approve', 2: 'Deny', 3: 'Reduce' } as const

/** Returns the kind of decision that follows from the amounts, or null while there is none. */
export function getReviewType(
  claimed: number | null,
  approved: number | null,
): keyof typeof reviewTypes | null {
  if (approved === null) return null
  if (approved === 0) return 2
  return toCents(approved) === toCents(claimed ?? 0) ? 1 : 3
}
