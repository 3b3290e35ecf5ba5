import { addDays } from '#kernel/model/dates.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { between, chance, pick } from './chance.ts'
import type { RequestItem, Vendor } from './types.ts'
import { trades } from './vendors.ts'

/**
 * What is replaced: a category, its wording, how many at what price (dollars each) and how old the old one
 * may be.
 */
type Work = {
  category: string
  description: string
  location: string
  most: number
  price: [number, number]
  age: [number, number]
}

const works: readonly Work[] = [
  {
    category: 'Roof',
    description: 'Replace shingles, underlayment and flashing',
    location: 'Building {n}',
    most: 1,
    price: [6800, 14200],
    age: [18, 26],
  },
  {
    category: 'Heating and cooling',
    description: 'Replace furnace and condenser',
    location: 'Units {n}–{m}',
    most: 4,
    price: [2350, 3900],
    age: [14, 22],
  },
  {
    category: 'Appliances',
    description: 'Refrigerators, Energy Star, 18 cubic feet',
    location: 'Units {n}–{m}',
    most: 6,
    price: [640, 820],
    age: [11, 17],
  },
  {
    category: 'Appliances',
    description: 'Electric ranges, 30 inch',
    location: 'Units {n}–{m}',
    most: 4,
    price: [510, 690],
    age: [12, 18],
  },
  {
    category: 'Flooring',
    description: 'Vinyl plank in kitchen, bath and hall',
    location: 'Unit {n}',
    most: 3,
    price: [980, 2150],
    age: [7, 14],
  },
  {
    category: 'Windows and doors',
    description: 'Double-hung vinyl windows',
    location: 'Building {n}',
    most: 8,
    price: [340, 520],
    age: [24, 36],
  },
  {
    category: 'Plumbing',
    description: 'Replace 40-gallon water heaters',
    location: 'Units {n}–{m}',
    most: 4,
    price: [890, 1350],
    age: [10, 16],
  },
  {
    category: 'Electrical',
    description: 'Replace exterior fixtures with LED',
    location: 'All buildings',
    most: 12,
    price: [95, 180],
    age: [12, 24],
  },
  {
    category: 'Site work and paving',
    description: 'Seal and stripe the parking lot',
    location: 'Parking lot',
    most: 1,
    price: [3900, 8800],
    age: [5, 12],
  },
  {
    category: 'Life safety',
    description: 'Hard-wired smoke and carbon-monoxide alarms',
    location: 'All units',
    most: 24,
    price: [58, 96],
    age: [9, 11],
  },
  {
    category: 'Accessibility',
    description: 'Roll-in shower and grab bars',
    location: 'Unit {n}',
    most: 1,
    price: [3200, 5400],
    age: [20, 30],
  },
  {
    category: 'Cabinets and counters',
    description: 'Kitchen base cabinets and countertop',
    location: 'Unit {n}',
    most: 2,
    price: [2100, 3600],
    age: [18, 28],
  },
  {
    category: 'Interior repainting',
    description: 'Paint interior at turnover',
    location: 'Unit {n}',
    most: 1,
    price: [380, 560],
    age: [3, 6],
  },
  {
    category: 'Routine maintenance',
    description: 'Recharge fire extinguishers',
    location: 'All buildings',
    most: 1,
    price: [180, 320],
    age: [1, 1],
  },
]
const ineligible = new Set(['Interior repainting', 'Routine maintenance'])

/** Where a request has come: what its items may already carry. */
export type ItemStage = { kind: 'Reimbursement' | 'Advance review'; statusId: number; createdOn: string }

function vendorFor(key: string, category: string, vendors: readonly Vendor[]): Vendor {
  const trade = trades.find((row) => row.categories.includes(category))
  return pick(
    `vendor ${key}`,
    vendors.filter((vendor) => vendor.trade === trade?.name && vendor.requestedBy === null),
  )
}

/**
 * What the reviewer put down: nothing before review, nothing approved of ineligible work or a denied request.
 */
function decision(
  work: Work,
  claimed: number,
  statusId: number,
): Pick<RequestItem, 'approvedAmount' | 'denialReason'> {
  if (statusId < 4) return { approvedAmount: null, denialReason: null }
  if (statusId === 6) return { approvedAmount: 0, denialReason: 'Not on the capital plan of this property.' }
  if (ineligible.has(work.category)) {
    return {
      approvedAmount: 0,
      denialReason: 'An operating expense; not payable from the replacement reserve.',
    }
  }
  return { approvedAmount: claimed, denialReason: null }
}

function inventItem(key: string, work: Work, stage: ItemStage, vendors: readonly Vendor[]): RequestItem {
  const quantity = between(`quantity ${key}`, 1, work.most)
  const cents =
    toCents(between(`price ${key}`, work.price[0], work.price[1])) + between(`cents ${key}`, 0, 99)
  const claimedAmount = fromCents(quantity * cents)
  const first = between(`place ${key}`, 1, 9)
  const vendor = vendorFor(key, work.category, vendors)
  const invoiced = stage.kind === 'Reimbursement'
  return {
    category: work.category,
    descriptionOfWork: work.description,
    location: work.location.replace('{n}', String(first)).replace('{m}', String(first + quantity)),
    quantity,
    age: between(`age ${key}`, work.age[0], work.age[1]),
    vendorId: vendor.id,
    invoiceNumber: invoiced
      ? `${vendor.trade.slice(0, 1)}-${between(`invoice ${key}`, 10_000, 99_999)}`
      : null,
    invoiceDate: invoiced ? addDays(stage.createdOn, -between(`invoiced ${key}`, 6, 75)) : null,
    checkNumber: invoiced ? String(between(`check ${key}`, 1000, 9999)) : null,
    duplicateInvoiceComment: null,
    claimedAmount,
    ...decision(work, claimedAmount, stage.statusId),
    payVendorDirectly: !invoiced && vendor.w9Date !== null && chance(`direct ${key}`, 60),
  }
}

/** One to five items of different work for a request, the first always eligible. */
export function inventItems(key: string, stage: ItemStage, vendors: readonly Vendor[]): RequestItem[] {
  const start = between(`work ${key}`, 0, works.length - 1 - ineligible.size)
  const count = between(`items ${key}`, 1, 5)
  return Array.from({ length: count }, (_, position) => {
    // Five and the number of works have no common divisor: no work comes twice in a request.
    const work = works[(start + position * 5) % works.length] as Work
    return inventItem(`${key} ${position}`, work, stage, vendors)
  })
}
