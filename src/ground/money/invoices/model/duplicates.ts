import { z } from 'zod'
import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { requestStatusLabel } from '#kernel/model/status.ts'
import { normaliseInvoiceNumber } from './number.ts'

/** The fields of an invoice that are compared. Dates `YYYY-MM-DD`, amounts in dollars. */
export type ComparedInvoice = {
  vendorId: number | null
  invoiceNumber: string | null
  invoiceDate: string | null
  amount: number | null
}

/** Days within which the same vendor and amount are taken for the same invoice. */
export const SOFT_MATCH_DAYS = 30

/**
 * How likely two invoices are one. `hard`: same vendor and number, numbers compared without case, spaces,
 * punctuation and leading zeros; `exact` when the date agrees too (DUP-01). `soft`: same vendor and amount,
 * dated within 30 days.
 */
export type Likeness = { kind: 'hard' | 'soft'; exact: boolean }

/**
 * Compares two invoices; null when nothing speaks for their being one. Without a vendor there is nothing to
 * compare.
 */
export function likeness(comparedInvoice: ComparedInvoice, other: ComparedInvoice): Likeness | null {
  if (!comparedInvoice.vendorId || comparedInvoice.vendorId !== other.vendorId) return null
  const number = normaliseInvoiceNumber(comparedInvoice.invoiceNumber)
  if (number !== '' && number === normaliseInvoiceNumber(other.invoiceNumber))
    return {
      kind: 'hard',
      exact: comparedInvoice.invoiceDate !== null && comparedInvoice.invoiceDate === other.invoiceDate,
    }
  return sameAmount(comparedInvoice, other) && closeInTime(comparedInvoice, other)
    ? { kind: 'soft', exact: false }
    : null
}

const sameAmount = (comparedInvoice: ComparedInvoice, other: ComparedInvoice): boolean =>
  comparedInvoice.amount !== null &&
  other.amount !== null &&
  comparedInvoice.amount !== 0 &&
  toCents(comparedInvoice.amount) === toCents(other.amount)

const closeInTime = (comparedInvoice: ComparedInvoice, other: ComparedInvoice): boolean =>
  comparedInvoice.invoiceDate !== null &&
  other.invoiceDate !== null &&
  Math.abs(daysBetween(comparedInvoice.invoiceDate, other.invoiceDate)) <= SOFT_MATCH_DAYS

/**
 * An invoice that may be the same as one being claimed, with the way to it. A claim that the caller may not
 * read is shown only as being there: no path, ids of 0, no names.
 */
export const DuplicateMatch = z.object({
  kind: z.enum(['hard', 'soft']),
  /** Same vendor, number and date (DUP-01). */
  exact: z.boolean(),
  /** The message on the screen. */
  message: z.string(),
  moduleName: z.string(),
  /** Where its request is shown; '' for nowhere. */
  path: z.string(),
  requestId: z.int(),
  itemId: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  /** Status of the other request; null while it has taken no step. */
  statusId: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  invoiceDate: z.string().nullable(),
  amount: z.number().nullable(),
})
export type DuplicateMatch = z.infer<typeof DuplicateMatch>

/**
 * The place of a matching invoice: the name of its request, its property and status; `requestId` is null for
 * the current request.
 */
export type Place = { label: string; requestId: number | null; propertyName: string; statusId: number | null }

/** The message about a claim elsewhere that the caller may not read. */
export const elsewhereMessage = (invoiceNumber: string | null): string =>
  `Invoice ${invoiceNumber?.trim()} of this vendor was claimed elsewhere. Explain why it is claimed again.`

/** Two sentences about a match: invoice, place and status, and what to do (DUP-05). */
export function duplicateMessage(
  match: Likeness,
  invoice: Omit<ComparedInvoice, 'vendorId'>,
  place: Place,
): string {
  const day = formatDate(invoice.invoiceDate, 'MM/DD/YYYY')
  return match.kind === 'hard'
    ? `Invoice ${invoice.invoiceNumber?.trim()} of this vendor is claimed already in ${placeWords(place)}. Explain why it is claimed again.`
    : `${formatMoney(invoice.amount)} on an invoice of this vendor dated ${day} is claimed already in ${placeWords(place)}. Check that it is not the same invoice.`
}

function placeWords({ label, requestId, propertyName, statusId }: Place): string {
  if (requestId === null) return 'another item of this request'
  const status = statusId === null ? '' : `, status ${requestStatusLabel(statusId, { view: 'deny' })}`
  return `${label} ${requestId} of ${propertyName}${status}`
}
