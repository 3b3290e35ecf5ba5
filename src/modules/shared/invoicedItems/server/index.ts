export { serveItemCalls } from './documents.ts'
export { balanceOfAccount, fileItems } from './filing.ts'
export {
  approvedTotal,
  claimInvoices,
  forgetInvoices,
  type ItemsOf,
  loadInvoicedItemItems,
  shownAmount,
  shownTotal,
  storeAmounts,
  storedItems,
  vendorReplacedIn,
} from './items.ts'
export { type Described, itemTable, reductions } from './letters.ts'
export { getPayable } from './payable.ts'
export { saveItems } from './saving.ts'
