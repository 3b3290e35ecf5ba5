export { buildAskLink } from './asking.ts'
