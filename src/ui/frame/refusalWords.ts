import { ApiError } from '#kernel/web/api.ts'

/** Returns the messages of a refusal, one for each fault. Items are counted from one. */
export function refusalWords(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ['This could not be done. Please try again.']
  if (error.faults.length === 0) return [error.message]
  return error.faults.map((fault) => {
    const line = /^items\.(\d+)\./.exec(fault.field)?.[1]
    return line === undefined ? fault.message : `Item ${Number(line) + 1}: ${fault.message}`
  })
}
