import { type RawBuilder, sql } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

type Sql = RawBuilder<unknown>

/** The input of a source: the property, and `at`, which returns SQL for the first moment of an agency day. */
export type TimelineInput = { propertyId: number; context: AnyContext; at: (day: Sql) => Sql }

/** A source of events at a property, from the records of a module. */
export type TimelineSource = {
  /** The subject for the timeline's filter; several sources may share one. */
  subject: string
  /** The permission needed to see the events. Without one, anyone tied to the property sees them. */
  permission?: PermissionKey | null
  /** Set if only the agency sees the events. */
  agencyOnly?: true
  /**
   * Builds one SELECT of exactly `at timestamptz, words text, user_id integer, path text`, without an order.
   * It runs under the caller's row-level security.
   */
  rows: (timelineAsk: TimelineInput) => Sql
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The module's sources of events at a property. */
    timeline?: readonly TimelineSource[]
  }
}

/** The sources of timeline events of all modules. */
export const getTimelineSources = slot('timeline')

type Steps = {
  /** The entity name under which the steps are stored. */
  entity: string
  table: string
  /** The name of the table's key column. */
  key: string
  /** SQL: the name of a record `r`; `path` is the path of its screen. */
  name: Sql
  path: Sql
  /** The label of each step. */
  done: Readonly<Record<string, string>>
}

/**
 * SQL: the steps of a property's records with their reasons. Creating a draft is not shown as a step.
 */
export const getTimelineSteps = (
  { entity, table, key, name, path, done }: Steps,
  propertyId: number,
): Sql => {
  const cases = Object.entries(done).map(
    ([action, words]) => sql`when ${sql.lit(action)} then ${sql.lit(words)}`,
  )
  const labels =
    cases.length > 0 ? sql`case h.action ${sql.join(cases, sql` `)} else h.action end` : sql`h.action`
  return sql`select h.at, concat(${name}, ': ', ${labels}, '. ' || left(nullif(h.reason, ''), 200)),
    h.user_id, ${path}
    from ${sql.table(table)} r join status_history h on h.row_id = r.${sql.ref(key)}
    and h.entity = ${sql.lit(entity)}
    where r.property_id = ${propertyId} and h.action <> 'create'`
}

/**
 * SQL: an event for each day that is not null and not in the future. `days` are pairs of SQL for a day and
 * its description, both of the rows `from`.
 */
export const getTimelineDays = (
  { at, context }: TimelineInput,
  {
    days,
    path,
    from,
    userId = sql`null::integer`,
  }: { days: readonly [Sql, Sql][]; path: Sql; from: Sql; userId?: Sql },
): Sql => {
  const pairs = days.map(([day, words]) => sql`(${day}::date, (${words})::text)`)
  return sql`select ${at(sql`d.day`)}, d.words, ${userId}, ${path} from ${from}
    cross join lateral (values ${sql.join(pairs)}) d (day, words)
    where d.day <= ${context.settings.today()}::date and d.words is not null`
}
