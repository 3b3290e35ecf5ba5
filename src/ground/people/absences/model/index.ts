export { type AbsentPerson as Out, outLine } from './calls.ts'
