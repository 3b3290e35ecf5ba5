import type pg from 'pg'
import { asSystem, type Transaction } from './database.ts'
import type { Services } from './serve.ts'

/** Work that recurs. `due` names the last due moment at or before `now`; each due moment is done once, by one worker. */
export type Job = {
  name: string
  due: (now: Date, zone: string) => Date
  /** Runs in a transaction of its own as the system; must be safe to run again after a failure. */
  run: (transaction: Transaction, services: Services, dueAt: Date) => Promise<void>
}

/** Runs the job for its last due moment unless that was done. Answers whether it ran. A failed run is tried again next time. */
export async function runDue(pool: pg.Pool, services: Services, job: Job): Promise<boolean> {
  const dueAt = job.due(services.now(), services.config.agencyZone)
  return asSystem(pool, `job ${job.name}`, async (transaction) => {
    const claimed = await transaction.query(
      'insert into job_run (job, due_at, started_at) values ($1, $2, clock_timestamp()) on conflict do nothing returning job',
      [job.name, dueAt.toISOString()],
    )
    if (claimed.rowCount === 0) return false
    await job.run(transaction, services, dueAt)
    await transaction.query('update job_run set finished_at = clock_timestamp() where job = $1 and due_at = $2', [
      job.name,
      dueAt.toISOString(),
    ])
    return true
  })
}

/** The last time the given local hour struck, as a moment. */
export function lastHour(now: Date, zone: string, hour: number): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  const since = ((part('hour') - hour + 24) % 24) * 3600 + part('minute') * 60 + part('second')
  return new Date(Math.floor((now.getTime() - since * 1000) / 1000) * 1000)
}
