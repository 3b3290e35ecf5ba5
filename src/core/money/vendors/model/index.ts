export { getActiveVendors } from './calls.ts'
export type { VendorLine } from './entities.ts'
export { normalizeVendorName } from './sameVendor.ts'
