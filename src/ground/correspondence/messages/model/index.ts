export { wayToAsk } from './asking.ts'
