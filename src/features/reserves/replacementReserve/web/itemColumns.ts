import {
  claimedColumn,
  invoiceColumns,
  paidInvoiceKinds,
  photoKind,
  vendorColumn,
  w9Kind,
} from '#features/shared/invoicedItems/web/index.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import { getRequiredFields } from '../model/rules.ts'
import type { Category } from './Warnings.tsx'

/** Words that managers use in pasted tables, with the categories they mean. */
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

/** Returns the columns of the form of items. The type of the request decides which are required. */
export function getItemColumns(
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
    // An advance review is filed before the work, with bids instead of an invoice.
    ...(requestType === 'Advance review' ? [] : invoiceColumns),
    claimedColumn,
  ] as const
  const needed = getRequiredFields(requestType)
  return columns.map((column) => ({ ...column, required: needed.includes(column.name) }))
}

/** Columns that people may paste in addition to the columns of the form. */
export const extraPasteColumns = [
  { name: 'age', headings: ['Age', 'Age in years'] },
  { name: 'quantity', headings: ['Qty', 'Count'] },
] as const

/** Returns the types of document of items, with words in file names by which each type is guessed. */
export const getDocumentKinds = (requestType: string): DocumentKind[] =>
  requestType === 'Advance review'
    ? [{ kind: 'Bid', words: ['bid', 'quote', 'estimate', 'proposal'] }, photoKind, w9Kind]
    : [...paidInvoiceKinds, photoKind, w9Kind]
