import { readFileSync } from 'node:fs'
import type pg from 'pg'

const TICKS_A_SECOND = 100

/**
 * Seconds: on the clock, and of the processor, ours and the database's, which other work on the machine
 * changes little.
 */
export type Seconds = { clock: number; own: number; database: number }

/** Processor seconds that this process has used. */
const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor seconds that a process has used, where the system says. */
function getSeconds(processId: number): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/**
 * Measures work over one connection to a database on this machine. Each call of the answer tells what it took
 * since the one before.
 */
export async function loadMeter(client: pg.ClientBase): Promise<() => Seconds> {
  const backend = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]!.id
  const now = (): Seconds => ({
    clock: performance.now() / 1000,
    own: ownSeconds(),
    database: getSeconds(backend),
  })
  let last = now()
  return () => {
    const [from, to] = [last, now()]
    last = to
    return { clock: to.clock - from.clock, own: to.own - from.own, database: to.database - from.database }
  }
}
