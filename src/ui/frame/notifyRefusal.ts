import { notify } from '#kernel/web/notices.ts'
import { refusalWords } from './refusalWords.ts'

/** Shows why the server refused a quiet call, in its own words. */
export const notifyRefusal = (error: unknown): void =>
  notify(refusalWords(error).join(' '), { kind: 'warning' })
