import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { asSystem, type Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'
import type { Services } from '#kernel/server/serve.ts'

/**
 * A metric for monitoring: its meaning, and its values by labels. Durations are in seconds, sizes in bytes,
 * moments in seconds since 1970.
 */
export type Metric = {
  name: string
  help: string
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const getJobs = slot('jobs')
const TIMEOUT_MILLISECONDS = 2000
const toSeconds = (moment: string | Date): number => new Date(moment).getTime() / 1000

const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
eventLoopDelay.enable()

/**
 * Loads the metrics of /metrics other than those of requests: the figures of /admin, and the state of this
 * process.
 */
export async function loadPortalMetrics(pool: pg.Pool, services: Services): Promise<Metric[]> {
  const query = asSystem(pool, 'metrics', ({ db }) => loadDatabaseFigures(db, services)).catch(() => null)
  const figures = await Promise.race([query, delay(TIMEOUT_MILLISECONDS, null, { ref: false })])
  const up = makeFigure('rooftree_database_up', 'Whether the database answers.', figures ? 1 : 0)
  const replica = await loadReplicaFigures(pool, services)
  return [up, ...replica, ...measureProcess(pool), ...(await measureDisk(services)), ...(figures ?? [])]
}

async function loadReplicaFigures(pool: pg.Pool, { replica }: Services): Promise<Metric[]> {
  if (!replica) return []
  const lag = await Promise.race([replica.lag(pool), delay(TIMEOUT_MILLISECONDS, null, { ref: false })])
  const up = makeFigure(
    'rooftree_replica_up',
    'Whether the replica of DATABASE_REPLICA_URL answers.',
    lag === null ? 0 : 1,
  )
  return lag === null
    ? [up]
    : [up, makeFigure('rooftree_replica_lag_seconds', 'How far the replica is behind.', lag)]
}

const makeFigure = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  values: [[{}, value]],
})

function measureProcess(pool: pg.Pool): Metric[] {
  const figures = [
    {
      name: 'rooftree_pool_connections',
      help: 'Connections of requests to the database: in use, idle, the most there may be, and requests that wait for one.',
      values: [
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
        [{ state: 'idle' }, pool.idleCount],
        [{ state: 'most' }, pool.options.max ?? 0],
        [{ state: 'waited_for' }, pool.waitingCount],
      ],
    },
    {
      name: 'rooftree_event_loop_delay_seconds',
      help: 'For how long turns of this process kept others waiting since this was asked before.',
      values: [
        [{ quantile: '0.5' }, eventLoopDelay.percentile(50) / 1e9],
        [{ quantile: '0.99' }, eventLoopDelay.percentile(99) / 1e9],
        [{ quantile: '1' }, eventLoopDelay.max / 1e9],
      ],
    },
  ] satisfies Metric[]
  eventLoopDelay.reset()
  return figures
}

async function measureDisk({ config }: Services): Promise<Metric[]> {
  const disk = await statfs(config.dataFolder).catch(() => null)
  if (!disk) return []
  return [
    makeFigure(
      'rooftree_disk_free_bytes',
      'Free space on the disk of the data folder.',
      disk.bavail * disk.bsize,
    ),
    makeFigure('rooftree_disk_size_bytes', 'Size of that disk.', disk.blocks * disk.bsize),
  ]
}

async function loadDatabaseFigures(db: Db, services: Services): Promise<Metric[]> {
  return [
    ...(await loadJobFigures(db, services)),
    ...(await loadMailFigures(db, services)),
    ...(await loadStateFigures(db)),
  ]
}

async function loadJobFigures(db: Db, { now, config }: Services): Promise<Metric[]> {
  const result = await sql<{ name: string; due: string | null; run: string | null; failures: number | null }>`
    select name, r.due_at as due, r.finished_at as run,
      case when f.failed_at > coalesce(r.finished_at, '-infinity') then f.failures end as failures
    from unnest(${getJobs().map((job) => job.name)}::text[]) as name
    left join lateral (select * from job_run where job = name and finished_at is not null order by due_at desc
    limit 1) r on true
    left join job_failure f on f.job = name`.execute(db)
  const lateness = getJobs().map((job) => {
    const run = result.rows.find(({ name }) => name === job.name)
    const due = job.due(now(), config.agencyZone)
    const isDone = run?.due !== null && run?.due !== undefined && new Date(run.due) >= due
    return [{ job: job.name }, isDone ? 0 : toSeconds(now()) - toSeconds(due)] as const
  })
  const labelByJob = (value: (row: (typeof result.rows)[number]) => number | null) =>
    result.rows.flatMap((row) => {
      const amount = value(row)
      return amount === null ? [] : [[{ job: row.name }, amount] as const]
    })
  return [
    {
      name: 'rooftree_job_failures',
      help: 'How often a job has failed since it last ran to its end.',
      values: labelByJob((row) => row.failures ?? 0),
    },
    {
      name: 'rooftree_job_last_run_timestamp_seconds',
      help: 'When a job last ran to its end.',
      values: labelByJob((row) => (row.run ? toSeconds(row.run) : null)),
    },
    {
      name: 'rooftree_job_overdue_seconds',
      help: 'For how long a job has been due and is not done.',
      values: lateness,
    },
  ]
}

async function loadMailFigures(db: Db, { now }: Services): Promise<Metric[]> {
  const { rows } = await sql<{ waiting: number; failing: number; oldest: string | null; givenUp: number }>`
    select count(*) filter (where given_up_at is null)::integer as waiting,
      count(*) filter (where given_up_at is null and last_error is not null)::integer as failing,
      min(created_at) filter (where given_up_at is null) as oldest,
      count(*) filter (where given_up_at is not null)::integer as given_up
    from outbox where sent_at is null`.execute(db)
  const { waiting, failing, oldest, givenUp } = rows[0]!
  return [
    {
      name: 'rooftree_mail',
      help: 'Mails that have not left: waiting, those of them refused so far, and given up.',
      values: [
        [{ state: 'waiting' }, waiting],
        [{ state: 'failing' }, failing],
        [{ state: 'given_up' }, givenUp],
      ],
    },
    makeFigure(
      'rooftree_mail_oldest_seconds',
      'For how long the oldest waiting mail has waited.',
      oldest ? Math.max(0, toSeconds(now()) - toSeconds(oldest)) : 0,
    ),
  ]
}

async function loadStateFigures(db: Db): Promise<Metric[]> {
  const { rows } = await sql<
    Record<'bytes' | 'connections' | 'most' | 'damaged', number> & { backup: string | null }
  >`
    select pg_database_size(current_database()) as bytes, current_setting('max_connections')::integer as most,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      coalesce((select cardinality(damaged) from file_census order by file_census_id desc
      limit 1), 0) as damaged,
      (select max(taken_at) from backup_taken) as backup`.execute(db)
  const { bytes, connections, most: maximum, damaged, backup } = rows[0]!
  return [
    makeFigure('rooftree_database_size_bytes', 'Size of the database.', bytes),
    {
      name: 'rooftree_database_connections',
      help: 'Connections to the database, and the most its server takes.',
      values: [
        [{ state: 'open' }, connections],
        [{ state: 'most' }, maximum],
      ],
    },
    makeFigure(
      'rooftree_documents_damaged',
      'Documents whose content has changed since it was stored.',
      damaged,
    ),
    {
      name: 'rooftree_last_backup_timestamp_seconds',
      help: 'As of when the last backup is; nothing where none was taken.',
      values: backup ? [[{}, toSeconds(backup)]] : [],
    },
  ]
}
