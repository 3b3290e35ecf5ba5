export { serveItemCalls } from './documents.ts'
export {
  approvedTotal,
  claimInvoices,
  claimingOf,
  forgetInvoices,
  type ItemsOf,
  itemsOf,
  shownAmount,
  storeAmounts,
  storedItems,
  vendorReplacedIn,
} from './items.ts'
export { type Described, itemTable, reductions } from './letters.ts'
export { askForVendors, newVendorNames } from './newVendors.ts'
export { payableOf } from './payable.ts'
export { saveItems } from './saving.ts'
