import { setImmediate } from 'node:timers/promises'

/** For how long one request computes before others have their turn. */
const MILLISECONDS = 10

/**
 * What `work` makes of each row, in turns with other requests: for lists whose rows take some computing each.
 */
export async function mapInTurns<Row, Made>(rows: readonly Row[], work: (row: Row) => Made): Promise<Made[]> {
  const nonNullables: Made[] = []
  let startedAt = performance.now()
  for (const row of rows) {
    nonNullables.push(work(row))
    if (performance.now() - startedAt < MILLISECONDS) continue
    await setImmediate()
    startedAt = performance.now()
  }
  return nonNullables
}
