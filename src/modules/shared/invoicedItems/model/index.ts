export { type ItemCalls, itemCalls } from './calls.ts'
export { getDrawingFlow as drawingFlow, itemSaveFields as savedItems } from './filing.ts'
export {
  type ApprovedAmounts,
  approvedAmounts,
  type InvoicedItem,
  invoicedContent,
  invoicedFields,
  itemFacts,
  restoredItemField as comingBack,
} from './items.ts'
export {
  type DrawingItem as Drawing,
  describeDrawn as drawnWord,
  getAmountFaults as amountFaults,
  getClaimFaults as claimFaults,
  getDocumentFaults as documentFaults,
  getInvoiceDateFault as invoiceDateFault,
  getInvoiceDocuments as invoiceDocuments,
  getInvoiceFaults as invoiceFaults,
  getReviewFaults as reviewFaults,
  getReviewType,
  type InvoiceRules,
  type ItemFacts as KnownOfItem,
  isCredit,
  reviewTypes,
  sumDrawn as drawnBy,
  toItemContents as itemContents,
} from './rules.ts'
