export { buildAskLink as wayToAsk } from './asking.ts'
