export {
  ApproveAsClaimed,
  computeApprovedTotal,
  ItemAmounts,
  ItemFigures,
} from './Amounts.tsx'
export { ItemDocumentPlace, SaveFirstNotice } from './DocumentPlace.tsx'
export { Exception } from './Exception.tsx'
export { ItemFactsPanel } from './FiledItems.tsx'
export { FiledRequest, RequestAmounts } from './FiledRequest.tsx'
export { type ItemDetailProps, ItemDetails, PaidFields } from './ItemDetails.tsx'
export { InvoicedItems } from './Items.tsx'
export {
  claimedColumn,
  invoiceColumns,
  locationPasteColumns,
  paidColumns,
  paidInvoiceKinds,
  photoKind,
  useVendorOptions,
  vendorColumn,
  w9Kind,
} from './itemColumns.ts'
export {
  type AmountFields,
  copyItems,
  getAmountReviewLines,
  getItemFormLines,
  type InvoicedFormItem,
} from './itemForm.ts'
export type { DuplicateMatches, InvoicedRequest, ItemKind } from './kind.ts'
export { OldInvoices } from './OldInvoices.tsx'
export { DecisionOutcome } from './Outcome.tsx'
