import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { asSystem, type Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'
import type { Services } from '#kernel/server/serve.ts'

/**
 * A metric for monitoring: its meaning, and its values by labels. Times are seconds, sizes bytes, moments
 * seconds since 1970.
 */
export type Figure = {
  name: string
  help: string
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const declared = slot('jobs')
const PATIENCE_MILLISECONDS = 2000
const seconds = (moment: string | Date): number => new Date(moment).getTime() / 1000

const turns = monitorEventLoopDelay({ resolution: 20 })
turns.enable()

/** The metrics of /metrics other than requests: the figures of /admin, and the state of this process. */
export async function portalFigures(pool: pg.Pool, services: Services): Promise<Figure[]> {
  const query = asSystem(pool, 'metrics', ({ db }) => databaseFigures(db, services)).catch(() => null)
  const figures = await Promise.race([query, delay(PATIENCE_MILLISECONDS, null, { ref: false })])
  const up = makeFigure('rooftree_database_up', 'Whether the database answers.', figures ? 1 : 0)
  const replica = await replicaFigures(pool, services)
  return [up, ...replica, ...processFigures(pool), ...(await diskFigures(services)), ...(figures ?? [])]
}

async function replicaFigures(pool: pg.Pool, { replica }: Services): Promise<Figure[]> {
  if (!replica) return []
  const lag = await Promise.race([replica.lag(pool), delay(PATIENCE_MILLISECONDS, null, { ref: false })])
  const up = makeFigure(
    'rooftree_replica_up',
    'Whether the replica of DATABASE_REPLICA_URL answers.',
    lag === null ? 0 : 1,
  )
  return lag === null
    ? [up]
    : [up, makeFigure('rooftree_replica_lag_seconds', 'How far the replica is behind.', lag)]
}

const makeFigure = (name: string, help: string, value: number): Figure => ({
  name,
  help,
  values: [[{}, value]],
})

function processFigures(pool: pg.Pool): Figure[] {
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
        [{ quantile: '0.5' }, turns.percentile(50) / 1e9],
        [{ quantile: '0.99' }, turns.percentile(99) / 1e9],
        [{ quantile: '1' }, turns.max / 1e9],
      ],
    },
  ] satisfies Figure[]
  turns.reset()
  return figures
}

async function diskFigures({ config }: Services): Promise<Figure[]> {
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

async function databaseFigures(db: Db, services: Services): Promise<Figure[]> {
  return [
    ...(await jobFigures(db, services)),
    ...(await mailFigures(db, services)),
    ...(await stateFigures(db)),
  ]
}

async function jobFigures(db: Db, { now, config }: Services): Promise<Figure[]> {
  const result = await sql<{ name: string; due: string | null; run: string | null; failures: number | null }>`
    select name, r.due_at as due, r.finished_at as run,
      case when f.failed_at > coalesce(r.finished_at, '-infinity') then f.failures end as failures
    from unnest(${declared().map((job) => job.name)}::text[]) as name
    left join lateral (select * from job_run where job = name and finished_at is not null order by due_at desc
    limit 1) r on true
    left join job_failure f on f.job = name`.execute(db)
  const lateness = declared().map((job) => {
    const run = result.rows.find(({ name }) => name === job.name)
    const due = job.due(now(), config.agencyZone)
    const isDone = run?.due !== null && run?.due !== undefined && new Date(run.due) >= due
    return [{ job: job.name }, isDone ? 0 : seconds(now()) - seconds(due)] as const
  })
  const labelled = (value: (row: (typeof result.rows)[number]) => number | null) =>
    result.rows.flatMap((row) => {
      const amount = value(row)
      return amount === null ? [] : [[{ job: row.name }, amount] as const]
    })
  return [
    {
      name: 'rooftree_job_failures',
      help: 'How often a job has failed since it last ran to its end.',
      values: labelled((row) => row.failures ?? 0),
    },
    {
      name: 'rooftree_job_last_run_timestamp_seconds',
      help: 'When a job last ran to its end.',
      values: labelled((row) => (row.run ? seconds(row.run) : null)),
    },
    {
      name: 'rooftree_job_overdue_seconds',
      help: 'For how long a job has been due and is not done.',
      values: lateness,
    },
  ]
}

async function mailFigures(db: Db, { now }: Services): Promise<Figure[]> {
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
      oldest ? Math.max(0, seconds(now()) - seconds(oldest)) : 0,
    ),
  ]
}

async function stateFigures(db: Db): Promise<Figure[]> {
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
      values: backup ? [[{}, seconds(backup)]] : [],
    },
  ]
}
