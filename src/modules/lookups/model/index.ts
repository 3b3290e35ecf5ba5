export { getAgency } from './calls.ts'
