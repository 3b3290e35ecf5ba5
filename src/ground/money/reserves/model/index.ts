export { getAccountsOfProperty } from './calls.ts'
export { ReserveEntry } from './entities.ts'
export { accountSettings } from './settings.ts'
export type { AccountAtProperty, AccountLine } from './shapes.ts'
