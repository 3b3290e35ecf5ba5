import type pg from 'pg'
import { partsIn } from '../model/dates.ts'
import { asSystem, type Transaction } from './database.ts'
import type { Services } from './serve.ts'

/**
 * A recurring job. `due` returns the last due moment at or before `now`, and the job runs once for each due
 * moment. It runs in parts, each in its own transaction as the system, so that nothing is locked for long. A
 * part that returns 'more' runs again. After a failure the job starts again with the first part, so each part
 * must be safe to repeat.
 */
export type Job = {
  name: string
  due: (now: Date, zone: string) => Date
  run: Part | readonly Part[]
}
type Part = (transaction: Transaction, services: Services, dueAt: Date) => Promise<unknown>

/**
 * Runs the job for its last due moment, unless this was done already. Returns whether this call finished it.
 * A failed run is noted and tried again next time. A run that was stopped between two parts continues next
 * time.
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
 * Runs the parts of a due job one at a time, so that jobs can take turns. Finally returns whether this call
 * finished the job.
 */
export async function* partsDue(pool: pg.Pool, services: Services, job: Job): AsyncGenerator<void, boolean> {
  const dueAt = job.due(services.now(), services.config.agencyZone)
  const parts = [job.run].flat()
  try {
    for (let next = 0; ; ) {
      const finishedParts = await asSystem(pool, `job ${job.name}`, async (transaction) => {
        // Other workers wait here until the current part is committed.
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
    // An error while noting the failure must not hide the reason why the job failed.
    await noteFailure(pool, job.name, error).catch(() => undefined)
    throw error
  }
}

async function noteSuccess(transaction: Transaction, job: string): Promise<void> {
  await transaction.query('delete from job_failure where job = $1', [job])
  // Earlier runs that never finished count as finished, too.
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
 * Returns the last moment at which the given local hour began, which is once on every local day. If an hour
 * comes twice because the clocks are set back, it is the first time. If it is skipped in spring, it is the
 * moment right after.
 */
export function lastHour(now: Date, zone: string, hour: number): Date {
  const today = Math.floor(clockIn(zone, now.getTime()) / DAY) * DAY + hour * HOUR
  const todayMoment = getMoment(zone, today)
  return new Date(todayMoment <= now.getTime() ? todayMoment : getMoment(zone, today - DAY))
}

/**
 * Returns the first moment at which the zone's clock shows `clock`, or the one right after if it never does.
 */
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
