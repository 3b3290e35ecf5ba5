import { FolderStore } from '#core/platform/files/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { type Job, runDue } from '#kernel/server/jobs.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import type { Stage } from '#tests/browser/stage.ts'

/** Runs a nightly job as on this day, on the database of the stage. */
export async function runNightJob(
  { connectionString }: Pick<Stage, 'connectionString'>,
  job: Job,
  day: string,
): Promise<void> {
  const pool = openPool(connectionString, 2)
  const services = {
    config: readConfig({}, []),
    files: new FolderStore('.'),
    now: () => new Date(`${day}T12:00:00Z`),
  }
  await runDue(pool, services, job)
  await pool.end()
}
