export { createNewVendor, getActiveVendors } from './calls.ts'
export type { VendorLine } from './entities.ts'
