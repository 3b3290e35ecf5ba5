/**
 * Why the embedded PostgreSQL could not be started. The message is one line that shows the operator the
 * problem and what to do; print it unchanged, without a stack.
 */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError'
}

/**
 * The `code` of a Node system error or of a PostgreSQL error (`EACCES`, `ECONNREFUSED`, `28P01`), if it has
 * one.
 */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns the first line of a thrown value. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n', 1)[0] ?? ''
}
