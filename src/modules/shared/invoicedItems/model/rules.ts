import { daysBetween, parseDay } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/**
 * Rules of items that claim money on invoices, as plain functions; the browser and the server run the same
 * ones.
 */

/** What an agency asks of an invoice. */
export type InvoiceRules = { invoiceMaxAgeDays: number }

/** Whether an invoice is older than the agency pays back without an exception. */
export const isTooOld = (
  date: string | null,
  { today, rules }: { today: string; rules: InvoiceRules },
): boolean => date !== null && parseDay(date) !== null && daysBetween(date, today) > rules.invoiceMaxAgeDays

/**
 * Returns why an invoice date is refused; null when it is accepted. A date older than the agency's limit
 * needs its exception (domain 11.3).
 */
export function invoiceDateFault(
  date: string | null,
  exception: boolean,
  { today, rules }: { today: string; rules: InvoiceRules },
): string | null {
  if (!date) return 'Required'
  // Typed or pasted and no day yet: the field says so itself.
  if (parseDay(date) === null) return null
  if (date > today) return 'The invoice date is in the future.'
  if (!exception && isTooOld(date, { today, rules }))
    return `The invoice is older than ${rules.invoiceMaxAgeDays} days and is not paid back without an exception by the agency.`
  return null
}

/** Whether an item is a credit memo: it takes money off what else is claimed of its vendor. */
export const isCredit = ({ claimedAmount }: { claimedAmount?: number | null }): boolean =>
  (claimedAmount ?? 0) < 0

/** Claims of one vendor that are paid the same way: what its credits are set against. */
type VendorClaim = { vendorId: number | null; payVendorDirectly: boolean; claimedAmount: number | null }

const isOfVendor =
  ({ vendorId, payVendorDirectly }: VendorClaim) =>
  (item: VendorClaim): boolean =>
    item.vendorId === vendorId && item.payVendorDirectly === payVendorDirectly

/**
 * Why an amount cannot be claimed among the items of its request: nothing, or a credit with no larger
 * invoice.
 */
export function amountFaults(
  item: VendorClaim,
  items: readonly VendorClaim[],
): (Fault & { field: 'claimedAmount' })[] {
  const buildFaults = (message: string) => [{ field: 'claimedAmount' as const, message }]
  if (item.claimedAmount === null) return buildFaults(REQUIRED)
  if (item.claimedAmount === 0) return buildFaults('Enter an amount above zero.')
  if (!isCredit(item)) return []
  const claimed = sumMoney(items.filter(isOfVendor(item)).map((item) => item.claimedAmount))
  return claimed > 0
    ? []
    : buildFaults('A credit is claimed together with a larger invoice of its vendor, paid the same way.')
}

type Paid = {
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  payVendorDirectly: boolean
  claimedAmount?: number | null
}

/**
 * Faults of an invoice that was paid or is to be paid: its number, its day, and the check where the property
 * has paid it.
 */
export function invoiceFaults(
  item: Paid,
  exception: boolean,
  facts: { today: string; rules: InvoiceRules },
): (Fault & { field: 'invoiceNumber' | 'invoiceDate' | 'checkNumber' })[] {
  const date = invoiceDateFault(item.invoiceDate, exception, facts)
  return [
    ...(item.invoiceNumber?.trim() ? [] : [{ field: 'invoiceNumber' as const, message: REQUIRED }]),
    ...(date ? [{ field: 'invoiceDate' as const, message: date }] : []),
    ...(item.payVendorDirectly || isCredit(item) || item.checkNumber?.trim()
      ? []
      : [{ field: 'checkNumber' as const, message: REQUIRED }]),
  ]
}

/**
 * The documents of an invoice and of its payment: the canceled check where the property has paid; of a credit
 * its memo.
 */
export const invoiceDocuments = (item: {
  payVendorDirectly: boolean
  claimedAmount?: number | null
}): string[] => ['Invoice', ...(item.payVendorDirectly || isCredit(item) ? [] : ['Check'])]

const listFormat = new Intl.ListFormat('en-US')

/** Returns one fault that names all documents of `wanted` that are not attached. */
export function documentFaults(requiredKinds: readonly string[], attached: readonly string[]): Fault[] {
  const missing = requiredKinds
    .filter((kind) => !attached.includes(kind))
    .map((kind) => `the ${kind.toLowerCase()}`)
  return missing.length > 0 ? [{ field: 'documents', message: `Attach ${listFormat.format(missing)}.` }] : []
}

/** Known facts of an item as it is being filed, in addition to the typed ones. */
export type KnownOfItem = {
  /** Kinds of the documents attached to the item. */
  documents: readonly string[]
  /** Whether a W-9 of the vendor is on record. */
  vendorHasW9: boolean
  /** Whether any other item has the same vendor and invoice number (DUP-01). */
  isDuplicate: boolean
}

/**
 * A vendor the agency is to pay needs its W-9; an invoice that was claimed before an explanation (DUP-02).
 */
export function claimFaults(
  item: { payVendorDirectly: boolean; duplicateInvoiceComment: string | null } & KnownOfItem,
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

/** An item as it is being filed; a vendor that is not on the list yet is an object without id (ENT-07). */
type Sent = {
  vendorId: number | { id: number; label: string } | null
  newVendorName?: string | null | undefined
}
type Stored = { vendorId: number | null; vendorHasW9: boolean; duplicates: readonly { kind: string }[] }
type Document = { itemId?: number | null; documentType: string | null }

/** Placeholder id of a vendor that is requested with the submission. */
const NEW_VENDOR = -1

/**
 * Returns items as they are being filed, each with its documents and the known facts of its vendor and
 * invoice; `key` is the items' key field.
 */
export function itemContents<S extends Sent>(
  key: string,
  items: readonly S[],
  { items: stored, files }: { items: readonly Stored[]; files: readonly Document[] },
): (Omit<S, 'vendorId'> & KnownOfItem & { vendorId: number | null })[] {
  const getId = (item: object) => (item as Record<string, unknown>)[key]
  return items.map((item) => {
    const known = stored.find((candidate) => getId(candidate) === getId(item))
    const selected = typeof item.vendorId === 'object' ? item.vendorId?.id : item.vendorId
    const vendorId = selected || (item.newVendorName || item.vendorId ? NEW_VENDOR : null)
    return {
      ...item,
      vendorId,
      documents: files
        .filter((file) => known && file.itemId === getId(known))
        .map((file) => file.documentType ?? ''),
      vendorHasW9: known?.vendorHasW9 === true && known.vendorId === vendorId,
      isDuplicate: known?.duplicates.some((match) => match.kind === 'hard') ?? false,
    }
  })
}

export type Drawing = { claimedAmount: number | null; approvedAmount?: number | null }

/**
 * Returns the amount that items would draw: the approved amount of each, or its claim while nothing is
 * approved; in dollars.
 */
export const drawnBy = (items: readonly Drawing[]): number =>
  sumMoney(items.map((item) => item.approvedAmount ?? item.claimedAmount))

/** How the total of {@link drawnBy} came about. */
export function drawnWord(
  items: readonly Drawing[],
): 'claimed' | 'approved' | 'claimed, approved where decided' {
  const decided = items.filter((item) => typeof item.approvedAmount === 'number').length
  if (decided === 0) return 'claimed'
  return decided === items.length ? 'approved' : 'claimed, approved where decided'
}

/** What may be approved of a claim: from nothing to all of it, also of a credit. */
const approvable = (claimed: number): { least: number; most: number } => ({
  least: Math.min(0, claimed),
  most: Math.max(0, claimed),
})

/** Why an amount cannot be approved of a claim; null where it can. */
export function approvedFault(approved: number, claimed: number): string | null {
  const { least: minimum, most: maximum } = approvable(claimed)
  if (approved >= minimum && approved <= maximum) return null
  return `Enter an amount from ${formatMoney(minimum)} to ${formatMoney(maximum)}.`
}

type Decided = { claimedAmount: number | null; approvedAmount: number | null; denialReason: string | null }

/**
 * Faults in the reviewer's amounts: each item decided, between zero and the claim, a change with its reason.
 */
export function reviewFaults(items: readonly Decided[]): Fault[] {
  const faults = items.flatMap((item, index) => {
    const claimed = item.claimedAmount ?? 0
    if (item.approvedAmount === null) return [{ field: `items.${index}.approvedAmount`, message: REQUIRED }]
    const fault = approvedFault(item.approvedAmount, claimed)
    if (fault) return [{ field: `items.${index}.approvedAmount`, message: fault }]
    if (item.approvedAmount !== claimed && !item.denialReason?.trim())
      return [{ field: `items.${index}.denialReason`, message: 'Say why less than the claim is approved.' }]
    return []
  })
  return faults.length > 0 ? faults : creditFaults(items)
}

/** A credit is approved together with the invoice it is set against. */
const creditFaults = (items: readonly Decided[]): Fault[] =>
  items.flatMap((item, index) => {
    if ((item.approvedAmount ?? 0) >= 0) return []
    const { vendorId = null, payVendorDirectly = false } = item as Partial<VendorClaim>
    const ofVendor = isOfVendor({ vendorId, payVendorDirectly, claimedAmount: null })
    const approved = sumMoney(
      items
        .filter((item) => ofVendor({ vendorId: null, payVendorDirectly: false, ...item } as VendorClaim))
        .map((item) => item.approvedAmount),
    )
    const message = 'A credit is approved only up to what is approved of its vendor’s invoices.'
    return approved < 0 ? [{ field: `items.${index}.approvedAmount`, message }] : []
  })

/** How the reviewer decides an item: in full, not at all, or less than was claimed. */
export const reviewTypes = { 1: 'Approve', 2: 'Deny', 3: 'Reduce' } as const

/** The reviewer's word as a type, from the amounts; null while there is none. */
export function getReviewType(
  claimed: number | null,
  approved: number | null,
): keyof typeof reviewTypes | null {
  if (approved === null) return null
  if (approved === 0) return 2
  return toCents(approved) === toCents(claimed ?? 0) ? 1 : 3
}
