export { type AbsentPerson, outLine } from './calls.ts'
