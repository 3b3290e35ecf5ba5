export { users } from './calls.ts'
