import { type RawBuilder, sql } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

type Sql = RawBuilder<unknown>

/** The input of a source: one property; `at` is the first moment of an agency day, as SQL. */
export type TimelineAsk = { propertyId: number; context: AnyContext; at: (day: Sql) => Sql }

/** Something that a module knows to have happened at a property. */
export type TimelineSource = {
  /** The subject for the timeline's filter; several sources may share one. */
  subject: string
  /** Which permission opens it; without one any tie to the property does. */
  permission?: PermissionKey | null
  /** The agency's own: no company is shown it. */
  agencyOnly?: true
  /**
   * One SELECT of exactly `at timestamptz, words text, user_id integer, path text`, without order. Reads
   * under the caller's row-level security.
   */
  rows: (timelineAsk: TimelineAsk) => Sql
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Events that the module knows to have happened at a property. */
    timeline?: readonly TimelineSource[]
  }
}

export const timelineSources = slot('timeline')

type Steps = {
  /** Under which name the steps are written. */
  entity: string
  table: string
  /** The table's key as the database names it. */
  key: string
  /** SQL of a record `r`: its name, and the path that opens it. */
  name: Sql
  path: Sql
  /** The words for each step. */
  done: Readonly<Record<string, string>>
}

/**
 * SQL: the steps of records of a property, each with the reason that was given for it. Drafts begun are no
 * step.
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
 * SQL: a row for each day that is known and not in the future; `days` are pairs of a day and its words, of
 * the rows `from`.
 */
export const getTimelineDays = (
  { at, context }: TimelineAsk,
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
