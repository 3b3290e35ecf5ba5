import { normaliseVendorName } from '#ground/vendors/model/index.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import type { Detail } from '../model/requests.ts'
import { neededOf } from '../model/rules.ts'
import type { Category } from './Warnings.tsx'

/** The vendors on the list, and those of the items that the agency has not put there yet. */
export function vendorOptions(listed: readonly { vendorId: number; name: string }[], items: Detail['items']) {
  const options = new Map(listed.map((vendor) => [vendor.vendorId, vendor.name]))
  for (const { vendorId, vendorName } of items) if (vendorId && vendorName) options.set(vendorId, vendorName)
  return [...options].map(([value, label]) => ({ value, label }))
}

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

const invoiceColumns = [
  { name: 'invoiceNumber', width: 90, headings: ['Invoice', 'Inv number', 'Inv'] },
  { name: 'invoiceDate', width: 122, headings: ['Date', 'Inv date'] },
  { name: 'checkNumber', width: 76, headings: ['Check', 'Ck number', 'Ck', 'Chk number'] },
]

/** The columns of the items. */
export function columnsFor(
  categories: readonly Category[],
  vendors: ReturnType<typeof vendorOptions>,
  requestType: string,
) {
  const columns = [
    {
      name: 'categoryId',
      width: 120,
      options: categories.map((one) => ({ value: one.replacementReserveCategoryId, label: one.name })),
      headings: ['Kind', 'Type', 'Kind of work', 'Type of work'],
      synonyms,
    },
    { name: 'descriptionOfWork', headings: ['Description', 'Work', 'Work done', 'Item'] },
    { name: 'location', width: 84, headings: ['Unit', 'Units', 'Building', 'Where'] },
    {
      name: 'vendorId',
      width: 132,
      creatable: 'vendor',
      options: vendors,
      headings: ['Vendor name', 'Contractor', 'Supplier', 'Payee', 'Paid to'],
      sameAs: (label: string, typed: string) => normaliseVendorName(label) === normaliseVendorName(typed),
    },
    // Before the work there is nothing to pay back yet: bids instead of an invoice.
    ...(requestType === 'Advance review' ? [] : invoiceColumns),
    {
      name: 'claimedAmount',
      width: 102,
      total: true,
      rounding: false,
      headings: ['Amount', 'Claimed', 'Invoice amount', 'Amount claimed', 'Total', 'Cost', 'Price'],
    },
  ]
  const needed = neededOf(requestType)
  return columns.map((column) => ({ ...column, required: needed.includes(column.name) }))
}

/** What may be pasted beside the columns shown. */
export const pastedBeside = [
  { name: 'age', headings: ['Age', 'Age in years'] },
  { name: 'quantity', headings: ['Qty', 'Count'] },
]

const photo: DocumentKind = {
  kind: 'Photo',
  words: ['photo', 'photos', 'picture', 'pic', 'before', 'after'],
  pictures: true,
}
const w9: DocumentKind = { kind: 'W-9', words: ['w9', 'w-9'] }

/** The kinds of document of items, and how files of each are called. */
export const documentKinds = (requestType: string): DocumentKind[] =>
  requestType === 'Advance review'
    ? [{ kind: 'Bid', words: ['bid', 'quote', 'estimate', 'proposal'] }, photo, w9]
    : [
        { kind: 'Invoice', words: ['invoice', 'inv', 'bill'], number: 'invoiceNumber' },
        { kind: 'Check', words: ['check', 'cheque', 'chk', 'ck'], number: 'checkNumber' },
        photo,
        w9,
      ]
