import { useMemo } from 'react'
import { getActiveVendors, normalizeVendorName } from '#core/money/vendors/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import type { InvoicedItem } from '../model/index.ts'

/** Returns the vendors on the list and those of the items that are not on it yet, as options. */
export function useVendorOptions(items: readonly InvoicedItem[]) {
  const vendors = useCall(getActiveVendors, { params: { id: 0 } })
  return useMemo(() => {
    const options = new Map(vendors.map((vendor) => [vendor.vendorId, vendor.name]))
    for (const { vendorId, vendorName } of items)
      if (vendorId && vendorName) options.set(vendorId, vendorName)
    return [...options].map(([value, label]) => ({ value, label }))
  }, [vendors, items])
}

/** Returns the column of the vendor, with the headings that managers use in pasted tables. */
export const vendorColumn = (options: ReturnType<typeof useVendorOptions>) =>
  ({
    name: 'vendorId',
    width: 132,
    creatable: 'vendor',
    options,
    headings: ['Vendor name', 'Contractor', 'Supplier', 'Payee', 'Paid to'],
    sameAs: (label: string, input: string) => normalizeVendorName(label) === normalizeVendorName(input),
  }) as const

/** The columns of the invoice and its check, with headings that managers use in pasted tables. */
export const invoiceColumns = [
  { name: 'invoiceNumber', width: 90, headings: ['Invoice', 'Inv number', 'Inv'] },
  { name: 'invoiceDate', width: 132, headings: ['Date', 'Inv date'] },
  { name: 'checkNumber', width: 76, headings: ['Check', 'Ck number', 'Ck', 'Chk number'] },
] as const

/** The column of the claimed amount, with headings that managers use in pasted tables. */
export const claimedColumn = {
  name: 'claimedAmount',
  width: 102,
  total: true,
  rounding: false,
  headings: ['Amount', 'Claimed', 'Invoice amount', 'Amount claimed', 'Total', 'Cost', 'Price'],
} as const

/** Returns the columns of items that are each paid on their own invoice: vendor, invoice and amount. */
export const paidColumns = (vendors: ReturnType<typeof useVendorOptions>) => [
  { ...vendorColumn(vendors), required: true },
  ...invoiceColumns,
  { ...claimedColumn, required: true },
]

/** The location of the work. People may paste it, but the form has it below an item. */
export const locationPasteColumns = [
  { name: 'location', headings: ['Unit', 'Units', 'Building', 'Where'] },
] as const

/** The types of document of every paid invoice, with words in file names by which each type is guessed. */
export const paidInvoiceKinds: DocumentKind[] = [
  { kind: 'Invoice', words: ['invoice', 'inv', 'bill'], number: 'invoiceNumber' },
  { kind: 'Check', words: ['check', 'cheque', 'chk', 'ck'], number: 'checkNumber' },
]
/** The type of document for photos, with words in file names by which it is guessed. */
export const photoKind: DocumentKind = {
  kind: 'Photo',
  words: ['photo', 'photos', 'picture', 'pic', 'img', 'image', 'before', 'after'],
  pictures: true,
}
/** The type of document for W-9 forms, with words in file names by which it is guessed. */
export const w9Kind: DocumentKind = { kind: 'W-9', words: ['w9', 'w-9'] }
