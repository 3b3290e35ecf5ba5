export { declareExceptionMails } from '../model/exceptionMails.ts'
export { serveItemCalls } from './documents.ts'
export { serveException } from './exception.ts'
export { accountBalanceSql, completeSubmission } from './filing.ts'
export {
  claimInvoices,
  forgetInvoices,
  getVendorReplacer,
  getVisibleAmount,
  getVisibleTotal,
  type ItemKind,
  loadItemsWithDuplicates,
  loadStoredItems,
  storeAmounts,
  sumApproved,
} from './items.ts'
export {
  buildItemTable,
  getReductions,
  type LetterItem,
} from './letters.ts'
export { getPayable } from './payable.ts'
export { saveItems } from './saving.ts'
