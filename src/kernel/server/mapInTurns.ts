import { setImmediate } from 'node:timers/promises'

/** The time for which one request computes before others get a turn. */
const MILLISECONDS = 10

/**
 * Maps rows with `work` and lets other requests run in between, for lists whose rows take some time to
 * compute.
 */
export async function mapInTurns<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let startedAt = performance.now()
  for (const row of rows) {
    results.push(work(row))
    if (performance.now() - startedAt < MILLISECONDS) continue
    await setImmediate()
    startedAt = performance.now()
  }
  return results
}
