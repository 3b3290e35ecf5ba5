export {
  ApproveAsClaimed,
  computeApprovedTotal as approvedAmount,
  ItemAmounts as AmountsOfItems,
  ItemFigures as FiguresOfItems,
} from './Amounts.tsx'
export { ItemDocumentPlace as DocumentPlace, SaveFirstNotice as SaveFirst } from './DocumentPlace.tsx'
export { ItemFactsPanel as FactsOfItem } from './FiledItems.tsx'
export { FiledRequest, RequestAmounts as AmountsOfRequest } from './FiledRequest.tsx'
export { type ItemDetailProps as OpenedItem, ItemDetails, PaidFields } from './ItemDetails.tsx'
export { InvoicedItems as Items } from './Items.tsx'
export {
  claimedColumn,
  invoiceColumns,
  locationPasteColumns as placeColumn,
  paidColumns,
  paidInvoiceKinds as paidKinds,
  photoKind,
  useVendorOptions,
  vendorColumn,
  w9Kind,
} from './itemColumns.ts'
export {
  type AmountFields as ReviewedAmounts,
  copyItems as copiedItems,
  getAmountReviewLines as amountReviewLines,
  getItemFormLines as itemFormLines,
  type InvoicedFormItem,
} from './itemForm.ts'
export type { DuplicateMatches as Matches, InvoicedRequest as RequestOfItems, ItemKind } from './kind.ts'
export { OldInvoices } from './OldInvoices.tsx'
export { DecisionOutcome as Outcome } from './Outcome.tsx'
