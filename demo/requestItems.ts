import { addDays } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChance, drawChoice } from './chance.ts'
import type { RequestItem, Vendor } from './types.ts'
import { trades } from './vendors.ts'

/**
 * A kind of work for which requests claim money. Each range has its lowest and highest value: the price is
 * in dollars for each piece, and the age of the replaced piece is in years.
 */
type WorkKind = {
  category: string
  description: string
  location: string
  maxQuantity: number
  priceRange: [number, number]
  ageRange: [number, number]
}

/** The kinds of work. The ineligible ones come last. */
const workKinds: readonly WorkKind[] = [
  {
    category: 'Roof',
    description: 'Replace shingles, underlayment and flashing',
    location: 'Building {n}',
    maxQuantity: 1,
    priceRange: [6800, 14200],
    ageRange: [18, 26],
  },
  {
    category: 'Heating and cooling',
    description: 'Replace furnace and condenser',
    location: 'Units {n}–{m}',
    maxQuantity: 4,
    priceRange: [2350, 3900],
    ageRange: [14, 22],
  },
  {
    category: 'Appliances',
    description: 'Refrigerators, Energy Star, 18 cubic feet',
    location: 'Units {n}–{m}',
    maxQuantity: 6,
    priceRange: [640, 820],
    ageRange: [11, 17],
  },
  {
    category: 'Appliances',
    description: 'Electric ranges, 30 inch',
    location: 'Units {n}–{m}',
    maxQuantity: 4,
    priceRange: [510, 690],
    ageRange: [12, 18],
  },
  {
    category: 'Flooring',
    description: 'Vinyl plank in kitchen, bath and hall',
    location: 'Unit {n}',
    maxQuantity: 3,
    priceRange: [980, 2150],
    ageRange: [7, 14],
  },
  {
    category: 'Windows and doors',
    description: 'Double-hung vinyl windows',
    location: 'Building {n}',
    maxQuantity: 8,
    priceRange: [340, 520],
    ageRange: [24, 36],
  },
  {
    category: 'Plumbing',
    description: 'Replace 40-gallon water heaters',
    location: 'Units {n}–{m}',
    maxQuantity: 4,
    priceRange: [890, 1350],
    ageRange: [10, 16],
  },
  {
    category: 'Electrical',
    description: 'Replace exterior fixtures with LED',
    location: 'All buildings',
    maxQuantity: 12,
    priceRange: [95, 180],
    ageRange: [12, 24],
  },
  {
    category: 'Site work and paving',
    description: 'Seal and stripe the parking lot',
    location: 'Parking lot',
    maxQuantity: 1,
    priceRange: [3900, 8800],
    ageRange: [5, 12],
  },
  {
    category: 'Life safety',
    description: 'Hard-wired smoke and carbon-monoxide alarms',
    location: 'All units',
    maxQuantity: 24,
    priceRange: [58, 96],
    ageRange: [9, 11],
  },
  {
    category: 'Accessibility',
    description: 'Roll-in shower and grab bars',
    location: 'Unit {n}',
    maxQuantity: 1,
    priceRange: [3200, 5400],
    ageRange: [20, 30],
  },
  {
    category: 'Cabinets and counters',
    description: 'Kitchen base cabinets and countertop',
    location: 'Unit {n}',
    maxQuantity: 2,
    priceRange: [2100, 3600],
    ageRange: [18, 28],
  },
  {
    category: 'Interior repainting',
    description: 'Paint interior at turnover',
    location: 'Unit {n}',
    maxQuantity: 1,
    priceRange: [380, 560],
    ageRange: [3, 6],
  },
  {
    category: 'Routine maintenance',
    description: 'Recharge fire extinguishers',
    location: 'All buildings',
    maxQuantity: 1,
    priceRange: [180, 320],
    ageRange: [1, 1],
  },
]
/** The categories that the replacement reserve does not pay. Their kinds are the last ones of the list. */
const ineligibleCategories = new Set(['Interior repainting', 'Routine maintenance'])

/** The state of the request of an item. It determines which facts the item has. */
export type ItemStage = { kind: 'Reimbursement' | 'Advance review'; statusId: number; createdOn: string }

/** Draws an accepted vendor of the trade for a category. */
function drawVendor(key: string, category: string, vendors: readonly Vendor[]): Vendor {
  const trade = trades.find((row) => row.categories.includes(category))
  return drawChoice(
    `vendor ${key}`,
    vendors.filter((vendor) => vendor.trade === trade?.name && vendor.requestedBy === null),
  )
}

/**
 * Returns the decision of the reviewer: none before the review, nothing approved for ineligible work or a
 * rejected request, and otherwise the claimed amount.
 */
function decideItem(
  work: WorkKind,
  claimed: number,
  statusId: number,
): Pick<RequestItem, 'approvedAmount' | 'denialReason'> {
  if (statusId < RequestStatus.REVIEWED) return { approvedAmount: null, denialReason: null }
  if (statusId === RequestStatus.REJECTED)
    return { approvedAmount: 0, denialReason: 'Not on the capital plan of this property.' }
  if (ineligibleCategories.has(work.category)) {
    return {
      approvedAmount: 0,
      denialReason: 'An operating expense; not payable from the replacement reserve.',
    }
  }
  return { approvedAmount: claimed, denialReason: null }
}

/** Invents an item of a request. Reimbursements have an invoice, and advance reviews do not. */
function inventItem(key: string, work: WorkKind, stage: ItemStage, vendors: readonly Vendor[]): RequestItem {
  const quantity = drawBetween(`quantity ${key}`, 1, work.maxQuantity)
  const cents =
    toCents(drawBetween(`price ${key}`, work.priceRange[0], work.priceRange[1])) +
    drawBetween(`cents ${key}`, 0, 99)
  const claimedAmount = fromCents(quantity * cents)
  const firstUnit = drawBetween(`place ${key}`, 1, 9)
  const vendor = drawVendor(key, work.category, vendors)
  const isInvoiced = stage.kind === 'Reimbursement'
  return {
    category: work.category,
    descriptionOfWork: work.description,
    location: work.location.replace('{n}', String(firstUnit)).replace('{m}', String(firstUnit + quantity)),
    quantity,
    age: drawBetween(`age ${key}`, work.ageRange[0], work.ageRange[1]),
    vendorId: vendor.id,
    invoiceNumber: isInvoiced
      ? `${vendor.trade.slice(0, 1)}-${drawBetween(`invoice ${key}`, 10_000, 99_999)}`
      : null,
    invoiceDate: isInvoiced ? addDays(stage.createdOn, -drawBetween(`invoiced ${key}`, 6, 75)) : null,
    checkNumber: isInvoiced ? String(drawBetween(`check ${key}`, 1000, 9999)) : null,
    duplicateInvoiceComment: null,
    claimedAmount,
    ...decideItem(work, claimedAmount, stage.statusId),
    payVendorDirectly: !isInvoiced && vendor.w9Date !== null && drawChance(`direct ${key}`, 60),
  }
}

/** Invents one to five items of different kinds of work for a request. The first one is always eligible. */
export function inventItems(key: string, stage: ItemStage, vendors: readonly Vendor[]): RequestItem[] {
  const start = drawBetween(`work ${key}`, 0, workKinds.length - 1 - ineligibleCategories.size)
  const count = drawBetween(`items ${key}`, 1, 5)
  return Array.from({ length: count }, (_, position) => {
    // Five and the number of kinds have no common divisor, so no kind occurs twice in a request.
    const work = workKinds[(start + position * 5) % workKinds.length] as WorkKind
    return inventItem(`${key} ${position}`, work, stage, vendors)
  })
}
