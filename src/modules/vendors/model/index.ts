export { createNewVendor, getActiveVendors, searchVendors } from './calls.ts'
export type { VendorLine } from './entities.ts'
