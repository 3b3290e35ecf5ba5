import { useMemo } from 'react'
import { getActiveVendors, normaliseVendorName } from '#ground/money/vendors/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import type { InvoicedItem } from '../model/index.ts'

/** The vendors on the list, and those of the items that the agency has not put there yet. */
export function useVendorOptions(items: readonly InvoicedItem[]) {
  const call = useCall(getActiveVendors, { params: { id: 0 } })
  return useMemo(() => {
    const options = new Map(call.map((vendor) => [vendor.vendorId, vendor.name]))
    for (const { vendorId, vendorName } of items)
      if (vendorId && vendorName) options.set(vendorId, vendorName)
    return [...options].map(([value, label]) => ({ value, label }))
  }, [call, items])
}

/** The column of the vendor, with what managers write above it. */
export const vendorColumn = (options: ReturnType<typeof useVendorOptions>) => ({
  name: 'vendorId',
  width: 132,
  creatable: 'vendor',
  options,
  headings: ['Vendor name', 'Contractor', 'Supplier', 'Payee', 'Paid to'],
  sameAs: (label: string, input: string) => normaliseVendorName(label) === normaliseVendorName(input),
})

export const invoiceColumns = [
  { name: 'invoiceNumber', width: 90, headings: ['Invoice', 'Inv number', 'Inv'] },
  { name: 'invoiceDate', width: 132, headings: ['Date', 'Inv date'] },
  { name: 'checkNumber', width: 76, headings: ['Check', 'Ck number', 'Ck', 'Chk number'] },
]

export const claimedColumn = {
  name: 'claimedAmount',
  width: 102,
  total: true,
  rounding: false,
  headings: ['Amount', 'Claimed', 'Invoice amount', 'Amount claimed', 'Total', 'Cost', 'Price'],
}

/** Returns the columns of items that are each paid on their own invoice: vendor, invoice and amount. */
export const paidColumns = (vendors: ReturnType<typeof useVendorOptions>) => [
  { ...vendorColumn(vendors), required: true },
  ...invoiceColumns,
  { ...claimedColumn, required: true },
]

/** Where it was, which a paste brings along for the part below an item. */
export const placeColumn = [{ name: 'location', headings: ['Unit', 'Units', 'Building', 'Where'] }]

/** How files of the kinds are called that every paid invoice has. */
export const paidKinds: DocumentKind[] = [
  { kind: 'Invoice', words: ['invoice', 'inv', 'bill'], number: 'invoiceNumber' },
  { kind: 'Check', words: ['check', 'cheque', 'chk', 'ck'], number: 'checkNumber' },
]
export const photoKind: DocumentKind = {
  kind: 'Photo',
  words: ['photo', 'photos', 'picture', 'pic', 'img', 'image', 'before', 'after'],
  pictures: true,
}
export const w9Kind: DocumentKind = { kind: 'W-9', words: ['w9', 'w-9'] }
