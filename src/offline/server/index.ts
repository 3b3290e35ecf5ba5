export { once, type SentRow, sentBefore } from './once.ts'
