export { serveItemCalls } from './documents.ts'
export { accountBalanceSql as balanceOfAccount, completeSubmission as fileItems } from './filing.ts'
export {
  claimInvoices,
  forgetInvoices,
  getVendorReplacer as vendorReplacedIn,
  getVisibleAmount as shownAmount,
  getVisibleTotal as shownTotal,
  type ItemKind as ItemsOf,
  loadItemsWithDuplicates as loadInvoicedItemItems,
  loadStoredItems as storedItems,
  storeAmounts,
  sumApproved as approvedTotal,
} from './items.ts'
export {
  buildItemTable as itemTable,
  getReductions as reductions,
  type LetterItem as Described,
} from './letters.ts'
export { getPayable } from './payable.ts'
export { saveItems } from './saving.ts'
