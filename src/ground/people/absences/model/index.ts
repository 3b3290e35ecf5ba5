export { type Out, outLine } from './calls.ts'
