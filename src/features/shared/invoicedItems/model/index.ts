export { type ItemCalls, itemCalls } from './calls.ts'
export { type ExceptionCall, exceptionCall, hasOldInvoice } from './exception.ts'
export { getDrawingFlow, itemSaveFields } from './filing.ts'
export {
  type ApprovedAmounts,
  approvedAmounts,
  type InvoicedItem,
  invoicedContent,
  invoicedFields,
  itemFacts,
  restoredItemField,
} from './items.ts'
export {
  type DrawingItem,
  describeDrawn,
  getAmountFaults,
  getClaimFaults,
  getDocumentFaults,
  getInvoiceDateFault,
  getInvoiceDocuments,
  getInvoiceFaults,
  getReviewFaults as reviewFaults,
  getReviewType,
  type InvoiceRules,
  type ItemFacts,
  isCredit,
  reviewTypes,
  sumDrawn,
  toItemContents as itemContents,
} from './rules.ts'
