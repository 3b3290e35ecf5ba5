import { computePerUnit, isBelowMinimum } from '#core/money/reserves/model/index.ts'
import type { AttachedFile } from '#core/platform/files/model/index.ts'
import {
  type DrawingItem,
  describeDrawn,
  getAmountFaults,
  getClaimFaults,
  getDocumentFaults,
  getInvoiceDocuments,
  getInvoiceFaults,
  type ItemFacts,
  isCredit,
  itemContents,
  sumDrawn,
} from '#features/shared/invoicedItems/model/index.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ReserveRules } from './settings.ts'
import type { ItemDetail } from './shapes.ts'

/**
 * Rules of a replacement reserve request as plain functions, which the browser and the server both run.
 */

/** The greatest number of items in a request. */
export const MAX_ITEMS = 200
const REIMBURSEMENT = 'Reimbursement'

/** The company’s part of a request, without its items. */
export type RequestContent = {
  requestType: string
  description: string | null
  certified: boolean
  submittedAsException: boolean
}

/** An item as the rules check it. */
export type ItemContent = {
  categoryId: number | null
  descriptionOfWork: string | null
  location: string | null
  vendorId: number | null
  newVendor: boolean
  invoiceNumber: string | null
  invoiceDate: string | null
  checkNumber: string | null
  claimedAmount: number | null
  duplicateInvoiceComment: string | null
  payVendorDirectly: boolean
} & ItemFacts

/** The agency’s day and rules by which a request is checked. */
export type RuleFacts = { today: string; rules: ReserveRules }

/** The stored request and further facts that its rules need. */
export type RequestFacts = RuleFacts & {
  submittedAsException: boolean
  items: readonly ItemDetail[]
  files: readonly AttachedFile[]
}

/** An item that a company is filing. A vendor who is not on the list yet comes as a new name (ENT-07). */
export type ItemInput = Omit<ItemContent, keyof ItemFacts | 'vendorId'> & {
  replacementReserveRequestItemId?: number | undefined
  vendorId: number | { id: number; label: string } | null
  newVendorName?: string | null | undefined
}

/**
 * Converts the items that a company is filing into the items that the rules check: it adds the documents of
 * each and the facts about its vendor and invoice.
 */
export const toItemContents = (items: readonly ItemInput[], filed: RequestFacts): ItemContent[] =>
  itemContents('replacementReserveRequestItemId', items, filed)

/**
 * Returns the facts by which a request is checked: once submitted, those of the agency’s day of submission.
 */
export const getFactsAtSubmission = (facts: RuleFacts & { submitted: string | null }): RuleFacts => ({
  ...facts,
  today: facts.submitted ? agencyDay(facts.submitted) : facts.today,
})

/** Returns every fault that keeps a request from being submitted, each with its field. */
export function getSubmitFaults(
  request: RequestContent,
  items: readonly ItemContent[],
  facts: RuleFacts,
): Fault[] {
  const faults: Fault[] = []
  if (!request.description?.trim()) faults.push({ field: 'description', message: REQUIRED })
  if (items.length === 0) faults.push({ field: 'items', message: 'Add at least one item.' })
  if (items.length > MAX_ITEMS)
    faults.push({
      field: 'items',
      message: `A request has at most ${MAX_ITEMS} items. Please file the others in a second request.`,
    })
  for (const [index, item] of items.entries()) {
    faults.push(
      ...getItemFaults(request, item, items, facts).map((fault) => ({
        field: `items.${index}.${fault.field}`,
        message: fault.message,
      })),
    )
  }
  if (!request.certified) faults.push({ field: 'certified', message: 'Please certify the request.' })
  return faults
}

function getItemFaults(
  request: RequestContent,
  item: ItemContent,
  items: readonly ItemContent[],
  facts: RuleFacts,
): Fault[] {
  const faults: Fault[] = []
  const need = (field: keyof ItemContent, present: unknown) => {
    if (!present) faults.push({ field, message: REQUIRED })
  }
  need('categoryId', item.categoryId)
  need('descriptionOfWork', item.descriptionOfWork?.trim())
  need('location', item.location?.trim())
  need('vendorId', item.vendorId)
  faults.push(...getAmountFaults(item, items))
  if (request.requestType !== REIMBURSEMENT && isCredit(item))
    faults.push({
      field: 'claimedAmount',
      message: 'Enter an amount above zero: nothing is credited before the work.',
    })
  if (request.requestType === REIMBURSEMENT) faults.push(...getReimbursementFaults(request, item, facts))
  else faults.push(...getBidFaults(request, item, facts.rules))
  faults.push(...getClaimFaults(item))
  return faults
}

/**
 * Returns the fields that every item must have by the type of its request, which the form marks as required.
 */
export const getRequiredFields = (requestType: string): readonly string[] => [
  'categoryId',
  'descriptionOfWork',
  'location',
  'vendorId',
  'claimedAmount',
  ...(requestType === REIMBURSEMENT ? ['invoiceNumber', 'invoiceDate', 'checkNumber'] : []),
]

/** Returns the types of document that an item must have, and how many of each (`wanted`). */
export function getRequiredDocuments(
  requestType: string,
  item: { payVendorDirectly: boolean; claimedAmount: number | null },
  rules: ReserveRules,
): { kind: string; wanted: number }[] {
  const bids = (item.claimedAmount ?? 0) >= rules.bidsRequiredFrom ? rules.bidsCount : 1
  if (requestType !== REIMBURSEMENT) return [{ kind: 'Bid', wanted: bids }]
  return [...getInvoiceDocuments(item), ...(isCredit(item) ? [] : ['Photo'])].map((kind) => ({
    kind,
    wanted: 1,
  }))
}

function getReimbursementFaults(request: RequestContent, item: ItemContent, facts: RuleFacts): Fault[] {
  const requiredKinds = getRequiredDocuments(request.requestType, item, facts.rules).map(({ kind }) => kind)
  return [
    ...getInvoiceFaults(item, request.submittedAsException, facts),
    ...getDocumentFaults(requiredKinds, item.documents),
  ]
}

function getBidFaults(request: RequestContent, item: ItemContent, rules: ReserveRules): Fault[] {
  const bids = item.documents.filter((kind) => kind === 'Bid').length
  const requiredBids = getRequiredDocuments(request.requestType, item, rules)[0]?.wanted ?? 1
  if (bids >= requiredBids) return []
  return [
    {
      field: 'documents',
      message: `Attach ${requiredBids} ${requiredBids === 1 ? 'bid' : 'bids'}; ${bids === 0 ? 'none is' : `${bids} ${bids === 1 ? 'is' : 'are'}`} attached.`,
    },
  ]
}

/**
 * Returns warnings that do not stop the request, with fields as in faults. `pendingElsewhere` is the amount
 * in dollars that other open requests of the property may draw.
 */
export function getRequestWarnings(
  items: readonly (DrawingItem & { categoryId: number | null; age?: number | null })[],
  categories: ReadonlyMap<
    number,
    { name: string; eligible: boolean; warning: string | null; usefulLifeYears?: number | null }
  >,
  account: { balance: number; units: number },
  rules: ReserveRules,
  pendingElsewhere = 0,
): Fault[] {
  const faults: Fault[] = []
  for (const [index, item] of items.entries()) {
    const category = item.categoryId === null ? undefined : categories.get(item.categoryId)
    if (category && !category.eligible)
      faults.push({
        field: `items.${index}.categoryId`,
        message: category.warning ?? `${category.name} is usually not paid from a reserve.`,
      })
    if (
      category?.usefulLifeYears &&
      typeof item.age === 'number' &&
      item.age < category.usefulLifeYears / 2
    ) {
      faults.push({
        field: `items.${index}.age`,
        message: `${category.name} usually lasts ${category.usefulLifeYears} years; say why it is replaced after ${item.age}.`,
      })
    }
  }
  const drawnTotal = sumDrawn(items)
  const after = sumMoney([account.balance, -drawnTotal])
  if (drawnTotal > account.balance)
    faults.push({
      field: '',
      message: `The total of ${formatMoney(drawnTotal)} ${describeDrawn(items)} is above the reserve balance of ${formatMoney(account.balance)}.`,
    })
  else if (pendingElsewhere > 0 && sumMoney([drawnTotal, pendingElsewhere]) > account.balance)
    faults.push({
      field: '',
      message: `Together with ${formatMoney(pendingElsewhere)} in other open requests the total of ${formatMoney(drawnTotal)} ${describeDrawn(items)} is above the reserve balance of ${formatMoney(account.balance)}.`,
    })
  else if (isBelowMinimum(after, account.units, rules)) {
    faults.push({
      field: '',
      message: `After this request ${formatMoney(after)} would remain: ${formatMoney(computePerUnit(after, account.units))} per unit, below the minimum of ${formatMoney(rules.minimumPerUnit)}.`,
    })
  }
  return faults
}
