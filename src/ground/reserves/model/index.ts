export { getAccountsOfProperty } from './calls.ts'
export { ReserveEntry } from './entities.ts'
export { accountSettings } from './settings.ts'
export type { AccountLine } from './shapes.ts'
