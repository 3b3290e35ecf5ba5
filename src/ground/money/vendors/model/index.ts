export { getActiveVendors } from './calls.ts'
export type { VendorLine } from './entities.ts'
export { normaliseVendorName } from './sameVendor.ts'
