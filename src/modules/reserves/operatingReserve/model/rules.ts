import type { Attached } from '#ground/platform/files/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  amountFaults,
  claimFaults,
  documentFaults,
  type InvoicedItem,
  type InvoiceRules,
  invoiceDocuments,
  invoiceFaults,
  isCredit,
  itemContents,
  type KnownOfItem,
} from '#modules/shared/invoicedItems/model/index.ts'

/**
 * Rules of a request to an operating reserve as plain functions; the browser and the server run the same
 * ones.
 */

export const MOST_ITEMS = 200
/** The kind of document that shows the property’s financial condition. */
export const FINANCIALS = 'Year-to-date financials'

type Figures = { currentPayables: number | null; dueWithinMonth: number | null; cashAvailable: number | null }

/**
 * Returns the amount that the property needs: its payables plus those due within 30 days, less its cash; in
 * dollars, never below 0, null while a figure is missing. Domain 13.3.
 */
export function computeNeed({ currentPayables, dueWithinMonth, cashAvailable }: Figures): number | null {
  if (currentPayables === null || dueWithinMonth === null || cashAvailable === null) return null
  return Math.max(0, sumMoney([currentPayables, dueWithinMonth, -cashAvailable]))
}

/**
 * The rent a month that vacant units do not bring in, at the property's average rent; null where either is
 * not known.
 */
export const vacancyLoss = (vacantUnits: number | null, averageRent: number | null): number | null =>
  vacantUnits === null || averageRent === null
    ? null
    : sumMoney(Array.from({ length: vacantUnits }, () => averageRent))

export type CostType = {
  operatingReserveRequestTypeId: number
  name: string
  needsInvoice: boolean
  needsPhotos: boolean
  forHousehold: boolean
}

type Cost = {
  operatingReserveRequestTypeId: number | null
  description: string | null
  otherDescription: string | null
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  claimedAmount: number | null
  payVendorDirectly: boolean
  duplicateInvoiceComment: string | null
  headOfHousehold: string | null
  numInHousehold: number | null
  effectiveDate: string | null
  serviceRequested: string | null
}

/** An item as it is being filed; a vendor that is not on the list yet is an object without id (ENT-07). */
export type SentCost = Cost & {
  newVendorName?: string | null | undefined
  operatingReserveRequestItemId?: number | undefined
  vendorId: number | { id: number; label: string } | null
}

export type Content = Figures & {
  reserveTypeId: number | null
  description: string | null
  figuresAsOf: string | null
  certified: boolean
  items: readonly SentCost[]
}

/** A request as last stored, with what its rules look at. */
export type Filed = {
  today: string
  rules: InvoiceRules
  submittedAsException: boolean
  types: readonly CostType[]
  /** Reserves that can be drawn on: the property has an account of the kind that the agency holds. */
  reserves: readonly { reserveTypeId: number; balance: number }[]
  items: readonly (InvoicedItem & { operatingReserveRequestItemId: number })[]
  files: readonly Attached[]
}

/** Everything that keeps a request from being submitted, all at once, each with its field. */
export function submitFaults(content: Content, filed: Filed): Fault[] {
  const faults: Fault[] = []
  const need = (field: keyof Content, present: unknown) => {
    if (!present) faults.push({ field, message: REQUIRED })
  }
  need('reserveTypeId', content.reserveTypeId)
  if (
    content.reserveTypeId &&
    !filed.reserves.some((reserve) => reserve.reserveTypeId === content.reserveTypeId)
  )
    faults.push({ field: 'reserveTypeId', message: 'The agency holds no such reserve for the property.' })
  need('description', content.description?.trim())
  need('figuresAsOf', content.figuresAsOf)
  if (content.figuresAsOf && content.figuresAsOf > filed.today)
    faults.push({ field: 'figuresAsOf', message: 'This day is in the future.' })
  for (const field of ['currentPayables', 'dueWithinMonth', 'cashAvailable'] as const)
    need(field, content[field] !== null)
  faults.push(...itemListFaults(content, filed))
  if (!filed.files.some((file) => !file.itemId && file.documentType === FINANCIALS))
    faults.push({
      field: 'documents',
      message: 'Attach the balance sheet and income statement of the year to date.',
    })
  if (!content.certified) faults.push({ field: 'certified', message: 'Please certify the request.' })
  return faults
}

function itemListFaults({ items }: Content, filed: Filed): Fault[] {
  if (items.length === 0) return [{ field: 'items', message: 'Add at least one item.' }]
  if (items.length > MOST_ITEMS)
    return [
      {
        field: 'items',
        message: `A request has at most ${MOST_ITEMS} items. Please file the others in a second request.`,
      },
    ]
  const contents = itemContents('operatingReserveRequestItemId', items, filed)
  return contents.flatMap((item, index) =>
    costFaults(item, contents, filed).map(({ field, message }) => ({
      field: `items.${index}.${field}`,
      message,
    })),
  )
}

type CostContent = Omit<SentCost, 'vendorId'> & KnownOfItem & { vendorId: number | null }

function costFaults(item: CostContent, items: readonly CostContent[], filed: Filed): Fault[] {
  const faults: Fault[] = []
  const need = (field: keyof typeof item, present: unknown) => {
    if (!present) faults.push({ field, message: REQUIRED })
  }
  const type = filed.types.find(
    (costType) => costType.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId,
  )
  need('operatingReserveRequestTypeId', type)
  need('description', item.description?.trim())
  need('vendorId', item.vendorId)
  faults.push(...amountFaults(item, items))
  if (type?.name === 'Other') need('otherDescription', item.otherDescription?.trim())
  if (type?.needsInvoice) faults.push(...invoiceFaults(item, filed.submittedAsException, filed))
  faults.push(...documentFaults(documentsWanted(type, item), item.documents))
  if (type?.forHousehold) {
    need('headOfHousehold', item.headOfHousehold?.trim())
    need('numInHousehold', item.numInHousehold)
    need('effectiveDate', item.effectiveDate)
    need('serviceRequested', item.serviceRequested?.trim())
  }
  return [...faults, ...claimFaults(item)]
}

type Wanting = Pick<CostType, 'needsInvoice' | 'needsPhotos'> | undefined

/**
 * Documents that an item of a kind must have: with an invoice that, and the canceled check where the property
 * has paid; photos of before and after where the kind asks for them (domain 13.2).
 */
export const documentsWanted = (
  type: Wanting,
  item: { payVendorDirectly: boolean; claimedAmount?: number | null },
): string[] => [
  ...(type?.needsInvoice ? invoiceDocuments(item) : []),
  ...(type?.needsPhotos && !isCredit(item) ? ['Photo'] : []),
]

/** The balance of the reserve that a request draws on, in dollars; null where none is chosen or seen. */
export const getOperatingReserveBalance = ({
  reserves,
  reserveTypeId,
}: Pick<Filed, 'reserves'> & { reserveTypeId: number | null }): number | null =>
  reserves.find((reserve) => reserve.reserveTypeId === reserveTypeId)?.balance ?? null

/** What both sides should know but that does not stop the request. */
export function warnings(figures: Figures, total: number, balance: number | null): string[] {
  const need = computeNeed(figures)
  return [
    ...(balance !== null && toCents(total) > toCents(balance)
      ? [`The total of ${formatMoney(total)} is above the reserve balance of ${formatMoney(balance)}.`]
      : []),
    ...(need !== null && toCents(total) > toCents(need)
      ? [`The figures support ${formatMoney(need)}; ${formatMoney(total)} is requested.`]
      : []),
  ]
}
