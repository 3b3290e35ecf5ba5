import type { AttachedFile } from '#core/platform/files/model/index.ts'
import {
  getAmountFaults,
  getClaimFaults,
  getDocumentFaults,
  getInvoiceDocuments,
  getInvoiceFaults,
  type InvoicedItem,
  type InvoiceRules,
  type ItemFacts,
  isCredit,
  itemContents,
} from '#features/shared/invoicedItems/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/**
 * Rules of an operating reserve request as plain functions, which the browser and the server both run.
 */

/** The greatest number of items in a request. */
export const MAX_ITEMS = 200
/** The type of the document that shows the property’s financial condition. */
export const FINANCIALS = 'Year-to-date financials'

type CashFigures = {
  currentPayables: number | null
  dueWithinMonth: number | null
  cashAvailable: number | null
}

/**
 * Returns the amount that the property needs: its payables plus those due within 30 days, less its cash; in
 * dollars, never below 0, null while a figure is missing. Domain 13.3.
 */
export function computeNeed({ currentPayables, dueWithinMonth, cashAvailable }: CashFigures): number | null {
  if (currentPayables === null || dueWithinMonth === null || cashAvailable === null) return null
  return Math.max(0, sumMoney([currentPayables, dueWithinMonth, -cashAvailable]))
}

/**
 * Returns the monthly rent in dollars that the property loses on vacant units at its average rent, or null if
 * either figure is missing.
 */
export const computeVacancyLoss = (vacantUnits: number | null, averageRent: number | null): number | null =>
  vacantUnits === null || averageRent === null
    ? null
    : sumMoney(Array.from({ length: vacantUnits }, () => averageRent))

/** A kind of operating cost, with the papers that its items need. */
export type CostType = {
  operatingReserveRequestTypeId: number
  name: string
  needsInvoice: boolean
  needsPhotos: boolean
  forHousehold: boolean
}

type CostFields = {
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

/** An item that a company is filing. A vendor who is not on the list yet comes as a new name (ENT-07). */
export type CostInput = CostFields & {
  newVendorName?: string | null | undefined
  operatingReserveRequestItemId?: number | undefined
  vendorId: number | { id: number; label: string } | null
}

/** The company’s part of a request, which the rules check. */
export type RequestContent = CashFigures & {
  reserveTypeId: number | null
  description: string | null
  figuresAsOf: string | null
  certified: boolean
  items: readonly CostInput[]
}

/** The stored request and further facts that its rules need. */
export type RequestFacts = {
  today: string
  rules: InvoiceRules
  submittedAsException: boolean
  types: readonly CostType[]
  /** The reserves that the request can draw on: the property has an account of this type at the agency. */
  reserves: readonly { reserveTypeId: number; balance: number }[]
  items: readonly (InvoicedItem & { operatingReserveRequestItemId: number })[]
  files: readonly AttachedFile[]
}

/** Returns every fault that keeps a request from being submitted, each with its field. */
export function getSubmitFaults(content: RequestContent, facts: RequestFacts): Fault[] {
  const faults: Fault[] = []
  const need = (field: keyof RequestContent, present: unknown) => {
    if (!present) faults.push({ field, message: REQUIRED })
  }
  need('reserveTypeId', content.reserveTypeId)
  if (
    content.reserveTypeId &&
    !facts.reserves.some((reserve) => reserve.reserveTypeId === content.reserveTypeId)
  )
    faults.push({ field: 'reserveTypeId', message: 'The agency holds no such reserve for the property.' })
  need('description', content.description?.trim())
  need('figuresAsOf', content.figuresAsOf)
  if (content.figuresAsOf && content.figuresAsOf > facts.today)
    faults.push({ field: 'figuresAsOf', message: 'This day is in the future.' })
  for (const field of ['currentPayables', 'dueWithinMonth', 'cashAvailable'] as const)
    need(field, content[field] !== null)
  faults.push(...getItemListFaults(content, facts))
  if (!facts.files.some((file) => !file.itemId && file.documentType === FINANCIALS))
    faults.push({
      field: 'documents',
      message: 'Attach the balance sheet and income statement of the year to date.',
    })
  if (!content.certified) faults.push({ field: 'certified', message: 'Please certify the request.' })
  return faults
}

function getItemListFaults({ items }: RequestContent, facts: RequestFacts): Fault[] {
  if (items.length === 0) return [{ field: 'items', message: 'Add at least one item.' }]
  if (items.length > MAX_ITEMS)
    return [
      {
        field: 'items',
        message: `A request has at most ${MAX_ITEMS} items. Please file the others in a second request.`,
      },
    ]
  const contents = itemContents('operatingReserveRequestItemId', items, facts)
  return contents.flatMap((item, index) =>
    getCostFaults(item, contents, facts).map(({ field, message }) => ({
      field: `items.${index}.${field}`,
      message,
    })),
  )
}

type CostContent = Omit<CostInput, 'vendorId'> & ItemFacts & { vendorId: number | null }

function getCostFaults(item: CostContent, items: readonly CostContent[], facts: RequestFacts): Fault[] {
  const faults: Fault[] = []
  const need = (field: keyof typeof item, present: unknown) => {
    if (!present) faults.push({ field, message: REQUIRED })
  }
  const type = facts.types.find(
    (costType) => costType.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId,
  )
  need('operatingReserveRequestTypeId', type)
  need('description', item.description?.trim())
  need('vendorId', item.vendorId)
  faults.push(...getAmountFaults(item, items))
  if (type?.name === 'Other') need('otherDescription', item.otherDescription?.trim())
  if (type?.needsInvoice) faults.push(...getInvoiceFaults(item, facts.submittedAsException, facts))
  faults.push(...getDocumentFaults(getRequiredDocuments(type, item), item.documents))
  if (type?.forHousehold) {
    need('headOfHousehold', item.headOfHousehold?.trim())
    need('numInHousehold', item.numInHousehold)
    need('effectiveDate', item.effectiveDate)
    need('serviceRequested', item.serviceRequested?.trim())
  }
  return [...faults, ...getClaimFaults(item)]
}

type DocumentNeeds = Pick<CostType, 'needsInvoice' | 'needsPhotos'> | undefined

/**
 * Returns the types of document that an item must have. If its kind of cost needs an invoice, these are the
 * invoice and, if the property paid, the canceled check. If the kind needs photos, they include photos of
 * before and after, except for credits (domain 13.2).
 */
export const getRequiredDocuments = (
  type: DocumentNeeds,
  item: { payVendorDirectly: boolean; claimedAmount?: number | null },
): string[] => [
  ...(type?.needsInvoice ? getInvoiceDocuments(item) : []),
  ...(type?.needsPhotos && !isCredit(item) ? ['Photo'] : []),
]

/**
 * Returns the balance in dollars of the request’s reserve, or null if none is chosen or the caller cannot see
 * it.
 */
export const getOperatingReserveBalance = ({
  reserves,
  reserveTypeId,
}: Pick<RequestFacts, 'reserves'> & { reserveTypeId: number | null }): number | null =>
  reserves.find((reserve) => reserve.reserveTypeId === reserveTypeId)?.balance ?? null

/** Returns warnings for the company and the agency, which do not stop the request. */
export function getRequestWarnings(figures: CashFigures, total: number, balance: number | null): string[] {
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
