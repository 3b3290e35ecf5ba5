import { type RawBuilder, sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { Db } from '#kernel/server/database.ts'
import { slot } from '#kernel/server/module.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { isOpenSql, sqlFinding } from './sql.ts'

type Rows = RawBuilder<unknown> | Promise<RawBuilder<unknown>>

/**
 * A source of automatic findings: the nightly job opens one for each violation, and closes it once the
 * violation is gone.
 */
export type FindingSource = {
  /** A unique name, stored in the findings: 'task'. */
  source: string
  /** The closing note that the nightly job writes when the violation is gone. */
  closingNote: string
  /**
   * One SELECT of exactly these columns: `source_id integer, property_id integer, non_compliance_type_id
   * integer, title text, description text, path text`, one row for each violation today. `path` is a screen
   * of the portal.
   */
  rows: (today: string, settings: Settings) => Rows
}

/** A source of future non-compliance: shown until it is done or a finding is opened. */
export type FutureSource = {
  /** Its name in the list: 'Task'. */
  source: string
  /**
   * One SELECT of exactly these columns: `property_id integer, management_company_id integer, permission_key
   * text, title text, fails_on date, consequence text, blocks boolean, acts text, path text`. A row names a
   * property or a company. Only users with the permission key there see it. `acts` is 'Company', 'Owner'
   * or 'Agency'. The SELECT runs under row-level security.
   */
  rows: (today: string, through: string, settings: Settings) => Rows
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    findingSources?: readonly FindingSource[]
    futureNonCompliance?: readonly FutureSource[]
    /**
     * SQL: selects `label text, path text` of the module's records that belong to a finding, under row-level
     * security.
     */
    findingLinks?: (nonComplianceId: number) => RawBuilder<unknown>
  }
}

/** The sources of automatic findings of all modules. Throws if two sources have the same name. */
const getFindingSources = slot('findingSources', (sources) => {
  const duplicate = sources.find(
    (source, index) => sources.findIndex((other) => other.source === source.source) !== index,
  )
  if (duplicate) throw new Error(`Two sources of findings are called ${duplicate.source}.`)
  return sources
})

/** The sources of future non-compliance of all modules. */
export const getFutureSources = slot('futureNonCompliance')

/**
 * Opens new findings of the sources, updates the text of open ones, and closes those whose violation is gone,
 * with a note. Findings that a person removed or closed are not opened again; those closed by this job are.
 * Runs two statements for each source, regardless of the number of findings. Safe to repeat.
 */
export async function syncFindings(db: Db, settings: Settings, today: string): Promise<void> {
  for (const findingSource of getFindingSources()) {
    const rows = await findingSource.rows(today, settings)
    await openNewFindings(db, findingSource, rows, today)
    await closeCuredFindings(db, findingSource, rows, today)
  }
}

const columns = sql`(source_id, property_id, non_compliance_type_id, title, description, path)`

/** Opens findings for new violations of a source and updates the text of its open findings. */
const openNewFindings = (db: Db, { source }: FindingSource, rows: RawBuilder<unknown>, today: string) =>
  sql`with found as materialized (select f.*, t.severity, t.blocking, t.cure_days from (${rows}) f ${columns}
      join non_compliance_type t using (non_compliance_type_id)
      join property p on p.property_id = f.property_id
      where t.active and p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.Decontrol})),
    reworded as (update non_compliance n set title = f.title, description = f.description,
    source_path = f.path, version = n.version + 1
      from found f where n.source = ${source} and n.source_id = f.source_id and ${isOpenSql}
        and (n.title, n.description, n.source_path) is distinct from (f.title, f.description, f.path)),
    opened as (insert into non_compliance (property_id, non_compliance_type_id, severity, blocking, title,
    description, source, source_id,
        source_path, opened_on, cure_by, original_cure_by)
      select f.property_id, f.non_compliance_type_id, f.severity, f.blocking, f.title, f.description,
      ${source}, f.source_id, f.path,
        ${today}::date, ${today}::date + f.cure_days, ${today}::date + f.cure_days
      from found f where not exists (select from non_compliance n where n.source = ${source}
      and n.source_id = f.source_id
        and (${isOpenSql} or n.closed_by_id is not null))
      order by f.property_id, f.source_id
      returning non_compliance_id, property_id)
    insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action)
    select 'NonCompliance', non_compliance_id, property_id, null, ${sqlFinding.OPEN}, 'open'
    from opened`.execute(db)

/** Closes the open findings of a source whose violation is gone. */
const closeCuredFindings = (
  db: Db,
  { source, closingNote: settled }: FindingSource,
  rows: RawBuilder<unknown>,
  today: string,
) =>
  sql`with found as materialized (${rows}),
    closed as (update non_compliance n set status_id = ${sqlFinding.CLOSED}, closed_on = ${today}::date,
    closing_note = ${settled}, version = n.version + 1
      from non_compliance was where was.non_compliance_id = n.non_compliance_id and n.source = ${source}
      and n.source_id is not null and ${isOpenSql}
        and n.source_id not in (select f.source_id from found f ${columns})
      returning n.non_compliance_id, n.property_id, was.status_id)
    insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, reason)
    select 'NonCompliance', non_compliance_id, property_id, status_id, ${sqlFinding.CLOSED}, 'close',
    ${settled} from closed`.execute(db)

const links = slot('findingLinks')

/**
 * Loads links to the records of other modules that belong to a finding, as far as the caller sees them.
 * Runs one statement, or none if no module has such records.
 */
export async function loadFindingLinks(
  { db }: { db: Db },
  id: number,
): Promise<{ label: string; path: string }[]> {
  const sources = links().map((source) => source(id))
  if (sources.length === 0) return []
  const result = await sql<{
    label: string
    path: string
  }>`select label, path from (${sql.join(sources, sql` union all `)})
    r (label, path) order by label`.execute(db)
  return result.rows
}
