export { type ItemCalls, itemCalls } from './calls.ts'
export { drawingFlow, savedItems } from './filing.ts'
export {
  type ApprovedAmounts,
  approvedAmounts,
  comingBack,
  type InvoicedItem,
  invoicedContent,
  invoicedFields,
  itemFacts,
} from './items.ts'
export {
  amountFaults,
  claimFaults,
  type Drawing,
  documentFaults,
  drawnBy,
  drawnWord,
  getReviewType,
  type InvoiceRules,
  invoiceDateFault,
  invoiceDocuments,
  invoiceFaults,
  isCredit,
  itemContents,
  type KnownOfItem,
  reviewFaults,
  reviewTypes,
} from './rules.ts'
