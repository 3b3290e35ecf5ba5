import { z } from 'zod'
import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { requestStatusLabel } from '#kernel/model/status.ts'
import { normalizeInvoiceNumber } from './number.ts'

/** The fields of an invoice that are compared. Dates are `YYYY-MM-DD`, amounts in dollars. */
export type ComparedInvoice = {
  vendorId: number | null
  invoiceNumber: string | null
  invoiceDate: string | null
  amount: number | null
}

/**
 * How many days may lie between two invoices of the same vendor and amount that are reported as possible
 * duplicates.
 */
export const SOFT_MATCH_DAYS = 30

/**
 * How likely two invoices are the same. `hard`: same vendor and number, compared without case, spaces,
 * punctuation and leading zeros; `exact` if the dates agree, too (DUP-01). `soft`: same vendor and amount,
 * dated within 30 days.
 */
export type Likeness = { kind: 'hard' | 'soft'; exact: boolean }

/** Compares two invoices. Returns null if they are different, or if one has no vendor. */
export function compareInvoices(invoice: ComparedInvoice, other: ComparedInvoice): Likeness | null {
  if (!invoice.vendorId || invoice.vendorId !== other.vendorId) return null
  const number = normalizeInvoiceNumber(invoice.invoiceNumber)
  if (number !== '' && number === normalizeInvoiceNumber(other.invoiceNumber))
    return {
      kind: 'hard',
      exact: invoice.invoiceDate !== null && invoice.invoiceDate === other.invoiceDate,
    }
  return haveSameAmount(invoice, other) && areCloseInTime(invoice, other)
    ? { kind: 'soft', exact: false }
    : null
}

const haveSameAmount = (invoice: ComparedInvoice, other: ComparedInvoice): boolean =>
  invoice.amount !== null &&
  other.amount !== null &&
  invoice.amount !== 0 &&
  toCents(invoice.amount) === toCents(other.amount)

const areCloseInTime = (invoice: ComparedInvoice, other: ComparedInvoice): boolean =>
  invoice.invoiceDate !== null &&
  other.invoiceDate !== null &&
  Math.abs(daysBetween(invoice.invoiceDate, other.invoiceDate)) <= SOFT_MATCH_DAYS

/**
 * An invoice that may be the same as a claimed one, with the path to its request. For a claim that the
 * caller may not read there is no path, the ids are 0 and the names empty.
 */
export const DuplicateMatch = z.object({
  kind: z.enum(['hard', 'soft']),
  /** Same vendor, number and date (DUP-01). */
  exact: z.boolean(),
  /** The sentences that the screen shows. */
  message: z.string(),
  moduleName: z.string(),
  /** The path of the screen with its request; '' if there is none. */
  path: z.string(),
  requestId: z.int(),
  itemId: z.int(),
  propertyId: z.int(),
  propertyName: z.string(),
  /** The status of the other request; null before its first step. */
  statusId: z.int().nullable(),
  invoiceNumber: z.string().nullable(),
  invoiceDate: z.string().nullable(),
  amount: z.number().nullable(),
})
export type DuplicateMatch = z.infer<typeof DuplicateMatch>

/** The request of a matching invoice. `requestId` is null if it is the current request. */
export type InvoicePlace = {
  label: string
  requestId: number | null
  propertyName: string
  statusId: number | null
}

/** The message about a claim in a request that the caller may not read. */
export const getHiddenClaimMessage = (invoiceNumber: string | null): string =>
  `Invoice ${invoiceNumber?.trim()} of this vendor was claimed elsewhere. Explain why it is claimed again.`

/** The message about a match: invoice, request and status, and what to do (DUP-05). */
export function getDuplicateMessage(
  match: Likeness,
  invoice: Omit<ComparedInvoice, 'vendorId'>,
  place: InvoicePlace,
): string {
  const day = formatDate(invoice.invoiceDate, 'MM/DD/YYYY')
  return match.kind === 'hard'
    ? `Invoice ${invoice.invoiceNumber?.trim()} of this vendor is claimed already in ${describePlace(place)}. Explain why it is claimed again.`
    : `${formatMoney(invoice.amount)} on an invoice of this vendor dated ${day} is claimed already in ${describePlace(place)}. Check that it is not the same invoice.`
}

function describePlace({ label, requestId, propertyName, statusId }: InvoicePlace): string {
  if (requestId === null) return 'another item of this request'
  const status =
    statusId === null ? '' : `, status ${requestStatusLabel(statusId, { rejectionVerb: 'deny' })}`
  return `${label} ${requestId} of ${propertyName}${status}`
}
