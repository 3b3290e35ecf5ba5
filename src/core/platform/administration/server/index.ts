import { sql } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getHealth, type Health, type JobLine } from '../model/calls.ts'
import { loadPortalMetrics, type Metric } from './figures.ts'
import { findNextDue } from './nextDue.ts'

export { loadPortalMetrics as portalFigures, type Metric as Figure }

const getJobs = slot('jobs')

type JobRun = Omit<JobLine, 'nextDue'>

/** Loads the last finished run of each job, and its failure if that came later. */
async function loadJobLines(context: AnyContext): Promise<JobLine[]> {
  const { config, now } = context.services
  const result = await sql<JobRun>`
    select name, r.finished_at as last_run, extract(epoch
    from r.finished_at - r.started_at) * 1000 as milliseconds,
      case when f.failed_at > coalesce(r.finished_at, '-infinity') then
        json_build_object('at', f.failed_at, 'count', f.failures, 'error', f.error) end as failure
    from unnest(${getJobs().map((job) => job.name)}::text[]) as name
    left join lateral (select * from job_run where job = name and finished_at is not null order by due_at desc
    limit 1) r on true
    left join job_failure f on f.job = name`.execute(context.db)
  return getJobs().map((job) => {
    const run = result.rows.find((row) => row.name === job.name)
    const due = findNextDue(job, now(), config.agencyZone)
    return {
      lastRun: null,
      milliseconds: null,
      failure: null,
      ...run,
      name: job.name,
      nextDue: due?.toISOString() ?? null,
    }
  })
}

async function loadMailCounts(context: AnyContext): Promise<Health['mail']> {
  const result = await sql<Omit<Health['mail'], 'delivers'>>`
    select count(*) filter (where sent_at is null and given_up_at is null)::integer as waiting,
      count(*) filter (where sent_at is null and given_up_at is null
      and last_error is not null)::integer as failing,
      min(created_at) filter (where sent_at is null and given_up_at is null) as oldest_waiting,
      count(*) filter (where given_up_at is not null and sent_at is null)::integer as not_sent,
      count(*) filter (where sent_at > ${context.services.now().toISOString()}::timestamptz - interval
      '1 day')::integer as sent_last_day
    from outbox`.execute(context.db)
  return { ...result.rows[0]!, delivers: context.services.config.smtpUrl !== null }
}

async function loadLastCensus(context: AnyContext): Promise<Health['store']> {
  const result = await sql<NonNullable<Health['store']>>`
    select counted_at, contents, bytes, unreferenced, unreferenced_bytes, removed,
      array(select coalesce(f.file_name || coalesce(', ' || p.name, ''), hash) from unnest(damaged) as hash
        left join file f on f.content_hash = hash left join property p using (property_id)
        order by 1) as damaged
    from file_census order by file_census_id desc limit 1`.execute(context.db)
  return result.rows[0] ?? null
}

async function loadDatabaseState(context: AnyContext): Promise<Health['database']> {
  const result = await sql<Health['database']>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::integer as most_connections,
      count(*)::integer as migrations, max(name) as last_migration, max(applied_at) as last_migration_at
    from schema_migration`.execute(context.db)
  return result.rows[0]!
}

async function findYearsWithoutHolidays(context: AnyContext): Promise<number[]> {
  const year = Number(context.settings.today().slice(0, 4))
  const result = await sql<{
    year: number
  }>`select y.year from unnest(${[year, year + 1]}::integer[]) as y(year)
    where not exists (select 1 from holiday where extract(year from holiday_date) = y.year)
    order by 1`.execute(context.db)
  return result.rows.map((row) => row.year)
}

async function loadLastBackup(context: AnyContext): Promise<Health['backup']> {
  const result = await sql<NonNullable<Health['backup']>>`
    select taken_at, lost from backup_taken order by taken_at desc limit 1`.execute(context.db)
  return result.rows[0] ?? null
}

async function loadReplicaState({
  services: { replica },
  transaction,
}: AnyContext): Promise<Health['replica']> {
  return replica ? { lagSeconds: await replica.lag(transaction.client) } : null
}

/** Every call that the administration module answers. */
export const served: Served[] = [
  serve(getHealth, async (context) => ({
    jobs: await loadJobLines(context),
    mail: await loadMailCounts(context),
    store: await loadLastCensus(context),
    database: await loadDatabaseState(context),
    replica: await loadReplicaState(context),
    backup: await loadLastBackup(context),
    yearsWithoutHolidays: await findYearsWithoutHolidays(context),
  })),
]
