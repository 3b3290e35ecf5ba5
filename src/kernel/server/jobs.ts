import type pg from 'pg'
import { partsIn } from '../model/dates.ts'
import { asSystem, type Transaction } from './database.ts'
import type { Services } from './serve.ts'

/**
 * Work that recurs. `due` names the last due moment at or before `now`; each due moment is done once. It is
 * done in parts, each in a transaction of its own as the system, so that nothing is locked for long; a part
 * that answers 'more' is run again. After a failure all begins again with the first, so each must be safe to
 * run again.
 */
export type Job = {
  name: string
  due: (now: Date, zone: string) => Date
  run: Part | readonly Part[]
}
type Part = (transaction: Transaction, services: Services, dueAt: Date) => Promise<unknown>

/**
 * Runs the job for its last due moment unless that was done. Answers whether it was finished here. A failed
 * run is noted, and tried again next time; one that is stopped between two parts goes on then.
 */
export async function runDue(
  pool: pg.Pool,
  services: Services,
  job: Job,
  stopping?: AbortSignal,
): Promise<boolean> {
  const parts = partsDue(pool, services, job)
  while (!stopping?.aborted) {
    const { done: isDone, value } = await parts.next()
    if (isDone) return value
  }
  return false
}

/**
 * The parts of a job that is due, one at a time, so that jobs can take turns; at the end, whether it was
 * finished here.
 */
export async function* partsDue(pool: pg.Pool, services: Services, job: Job): AsyncGenerator<void, boolean> {
  const dueAt = job.due(services.now(), services.config.agencyZone)
  const parts = [job.run].flat()
  try {
    for (let next = 0; ; ) {
      const finishedParts = await asSystem(pool, `job ${job.name}`, async (transaction) => {
        // Other workers wait here for the part at hand, and find it done.
        const claimed = await transaction.query(
          `insert into job_run (job, due_at, started_at) values ($1, $2, clock_timestamp())
            on conflict (job, due_at) do update set started_at = job_run.started_at where job_run.finished_at is null returning job`,
          [job.name, dueAt.toISOString()],
        )
        if (claimed.rowCount === 0) return null
        if ((await parts[next]!(transaction, services, dueAt)) === 'more') return next
        if (next === parts.length - 1) await noteSuccess(transaction, job.name)
        return next + 1
      })
      if (finishedParts === null) return false
      next = finishedParts
      if (next === parts.length) return true
      yield
    }
  } catch (error) {
    // A note that cannot be made either must not hide why the job failed.
    await noteFailure(pool, job.name, error).catch(() => undefined)
    throw error
  }
}

async function noteSuccess(transaction: Transaction, job: string): Promise<void> {
  await transaction.query('delete from job_failure where job = $1', [job])
  // An earlier run that never came to its end is over, too.
  await transaction.query(
    'update job_run set finished_at = clock_timestamp() where job = $1 and finished_at is null',
    [job],
  )
}

const noteFailure = (pool: pg.Pool, job: string, error: unknown): Promise<void> =>
  asSystem(pool, `job ${job}`, async (transaction) => {
    await transaction.query(
      `insert into job_failure (job, failed_at, error) values ($1, clock_timestamp(), left($2, 500))
        on conflict (job) do update set failed_at = excluded.failed_at, error = excluded.error, failures = job_failure.failures + 1`,
      [job, error instanceof Error ? error.message : String(error)],
    )
  })

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * The last time the given local hour struck, as a moment: once on every local day. An hour that strikes twice
 * when the clocks are set back counts the first time; one that is skipped in spring, at the moment right
 * after.
 */
export function lastHour(now: Date, zone: string, hour: number): Date {
  const today = Math.floor(clockIn(zone, now.getTime()) / DAY) * DAY + hour * HOUR
  const struck = getMoment(zone, today)
  return new Date(struck <= now.getTime() ? struck : getMoment(zone, today - DAY))
}

/** The first moment at which the zone's clock shows `clock`, or the one right after when it never does. */
function getMoment(zone: string, clock: number): number {
  const offsetAround = (moment: number) => clockIn(zone, moment) - moment
  const [first, second] = [clock - offsetAround(clock - DAY), clock - offsetAround(clock + DAY)].sort(
    (a, b) => a - b,
  )
  const shows = [first, second].find((moment) => moment !== undefined && clockIn(zone, moment) === clock)
  return shows ?? second ?? clock
}

/** Returns the date and time shown in the zone, in milliseconds as if they were UTC. */
function clockIn(zone: string, moment: number): number {
  const { year, month, day, hour, minute } = partsIn(zone, moment)
  return Date.UTC(year, month - 1, day, hour, minute) + (moment % 60_000)
}
