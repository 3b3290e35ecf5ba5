export { AmountsOfItems, ApproveAsClaimed, approvedAmount, FiguresOfItems } from './Amounts.tsx'
export { DocumentPlace, SaveFirst } from './DocumentPlace.tsx'
export { FactsOfItem } from './FiledItems.tsx'
export { AmountsOfRequest, FiledRequest } from './FiledRequest.tsx'
export { ItemDetails, type OpenedItem, PaidFields } from './ItemDetails.tsx'
export { Items } from './Items.tsx'
export {
  claimedColumn,
  invoiceColumns,
  paidColumns,
  paidKinds,
  photoKind,
  placeColumn,
  useVendorOptions,
  vendorColumn,
  w9Kind,
} from './itemColumns.ts'
export {
  amountReviewLines,
  copiedItems,
  type InvoicedFormItem,
  itemFormLines,
  type ReviewedAmounts,
} from './itemForm.ts'
export type { ItemKind, Matches, RequestOfItems } from './kind.ts'
export { OldInvoices } from './OldInvoices.tsx'
export { Outcome } from './Outcome.tsx'
