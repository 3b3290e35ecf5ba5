import {
  claimedColumn,
  invoiceColumns,
  paidKinds,
  photoKind,
  vendorColumn,
  w9Kind,
} from '#modules/shared/invoicedItems/web/index.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import { getRequiredFields } from '../model/rules.ts'
import type { Category } from './Warnings.tsx'

/** What managers write for the kinds of work. */
const synonyms = {
  ac: 'Heating and cooling',
  'a/c': 'Heating and cooling',
  hvac: 'Heating and cooling',
  furnace: 'Heating and cooling',
  condenser: 'Heating and cooling',
  boiler: 'Heating and cooling',
  refrigerator: 'Appliances',
  stove: 'Appliances',
  range: 'Appliances',
  dishwasher: 'Appliances',
  carpet: 'Flooring',
  vinyl: 'Flooring',
  'water heater': 'Plumbing',
  electric: 'Electrical',
  asphalt: 'Site work and paving',
  concrete: 'Site work and paving',
  painting: 'Interior repainting',
  paint: 'Interior repainting',
  other: 'Other capital item',
}

/** The columns of the items. */
export function columnsFor(
  categories: readonly Category[],
  vendors: Parameters<typeof vendorColumn>[0],
  requestType: string,
) {
  const columns = [
    {
      name: 'categoryId',
      width: 120,
      options: categories.map((category) => ({
        value: category.replacementReserveCategoryId,
        label: category.name,
      })),
      headings: ['Kind', 'Type', 'Kind of work', 'Type of work'],
      synonyms,
    },
    { name: 'descriptionOfWork', headings: ['Description', 'Work', 'Work done', 'Item'] },
    { name: 'location', width: 84, headings: ['Unit', 'Units', 'Building', 'Where'] },
    vendorColumn(vendors),
    // Before the work there is nothing to pay back yet: bids instead of an invoice.
    ...(requestType === 'Advance review' ? [] : invoiceColumns),
    claimedColumn,
  ]
  const needed = getRequiredFields(requestType)
  return columns.map((column) => ({ ...column, required: needed.includes(column.name) }))
}

/** Columns that may be pasted in addition to those shown. */
export const extraPasteColumns = [
  { name: 'age', headings: ['Age', 'Age in years'] },
  { name: 'quantity', headings: ['Qty', 'Count'] },
]

/** The kinds of document of items, and how files of each are called. */
export const documentKinds = (requestType: string): DocumentKind[] =>
  requestType === 'Advance review'
    ? [{ kind: 'Bid', words: ['bid', 'quote', 'estimate', 'proposal'] }, photoKind, w9Kind]
    : [...paidKinds, photoKind, w9Kind]
