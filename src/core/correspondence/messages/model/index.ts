export { buildAskLink } from './messageDraft.ts'
