import { readFileSync } from 'node:fs'
import type pg from 'pg'

const TICKS_PER_SECOND = 100

/**
 * Seconds of elapsed time, and of processor time used by this process and by the database. Processor time
 * depends little on other work of the machine.
 */
export type Seconds = { clock: number; own: number; database: number }

/** The processor seconds used by this process. */
const getOwnSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The processor seconds used by a process, or 0 if the system does not show them. */
function getSeconds(processId: number): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * Measures work over one connection to a local database. Each call of the returned function returns the
 * seconds since the previous call.
 */
export async function createLoadMeter(client: pg.ClientBase): Promise<() => Seconds> {
  const backend = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]!.id
  const readSeconds = (): Seconds => ({
    clock: performance.now() / 1000,
    own: getOwnSeconds(),
    database: getSeconds(backend),
  })
  let last = readSeconds()
  return () => {
    const [from, to] = [last, readSeconds()]
    last = to
    return { clock: to.clock - from.clock, own: to.own - from.own, database: to.database - from.database }
  }
}
