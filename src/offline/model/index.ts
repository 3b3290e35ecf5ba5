export { sentAfter, sentKey } from './sent.ts'
