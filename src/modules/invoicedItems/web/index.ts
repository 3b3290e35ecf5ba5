export { AmountsOfItems, ApproveAsClaimed, approvedAmount, FiguresOfItems } from './Amounts.tsx'
export { DocumentPlace, SaveFirst } from './DocumentPlace.tsx'
export { FactsOfItem, FiledItems, filedColumns } from './FiledItems.tsx'
export { ItemDetails } from './ItemDetails.tsx'
export { Items } from './Items.tsx'
export {
  claimedColumn,
  invoiceColumns,
  paidKinds,
  useVendorOptions,
  vendorColumn,
  w9Kind,
} from './itemColumns.ts'
export { copiedItems, heldAmounts, heldItems, type InvoicedFormItem, type ReviewedAmounts } from './itemForm.ts'
export type { ItemKind, Matches, RequestOfItems } from './kind.ts'
export { Outcome } from './Outcome.tsx'
