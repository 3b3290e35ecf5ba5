import { type RawBuilder, sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { slot } from '#kernel/server/module.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getStanding, type StandingLine } from '../model/dependents.ts'
import { getReadPermission } from '../model/review.ts'
import type { Kit } from './kit.ts'
import { keyColumn, reviewTableSql } from './records.ts'

/**
 * Declares that decided records of one kind depend on records of another kind: a row of the dependency table
 * (domain 47.5).
 */
export type RecordDependency = {
  /** The name of the entity that is depended on. */
  on: string
  /** The name of the entity that depends on it. */
  record: string
  /**
   * SQL for rows `label text, amount numeric, path text`: the decisions that depend on the record with this
   * id. The amount may be null.
   */
  rows: (id: RawBuilder<unknown>) => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * The dependencies between a module's records. Before a record is undone, these decisions are listed.
     * They remain decided, and each becomes a to-do.
     */
    standsOn?: readonly RecordDependency[]
  }
}

/** The dependencies that all modules declare. */
const standsOn = slot('standsOn')

/** SQL for the decisions that depend on a record, as rows `label, amount, path`. */
function dependentRowsSql(on: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = standsOn().filter((dependency) => dependency.on === on)
  if (parts.length === 0)
    return sql`select null::text as label, null::numeric as amount, null::text as path where false`
  return sql.join(
    parts.map((part) => sql`select * from (${part.rows(id)}) as one (label, amount, path)`),
    sql` union all `,
  )
}

/** SQL for the decisions that depend on a record, as one JSON list. */
export const dependentDecisionsSql = (on: string, id: RawBuilder<unknown>): RawBuilder<StandingLine[]> =>
  sql`select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount', s.amount, 'to', s.path)
    order by s.label), '[]')
    from (${dependentRowsSql(on, id)}) s`

/** Whether other records can depend on records of a kind. */
const hasDependents = (entity: string): boolean => standsOn().some(({ on }) => on === entity)

/** Loads the decisions that depend on a record. For kinds without dependents it runs no statement. */
export async function loadDependentDecisions(
  { db }: AnyContext,
  on: string,
  id: number,
): Promise<StandingLine[]> {
  if (!hasDependents(on)) return []
  const result = await sql<{
    list: StandingLine[]
  }>`select (${dependentDecisionsSql(on, sql`${id}::integer`)}) as list`.execute(db)
  return result.rows[0]!.list
}

/**
 * Notes the decisions that depend on a record before it is undone, and replaces earlier notes. Each note is a
 * to-do until the record is decided again. For kinds without dependents it runs no statement.
 */
export async function noteDependentDecisions(
  { db, actor }: AnyContext,
  { review }: Kit,
  id: number,
): Promise<void> {
  const { entity } = review.flow
  if (!hasDependents(entity) || !isAgency(actor)) return
  await sql`with standing as (${dependentRowsSql(entity, sql`${id}::integer`)}),
    gone as (delete from undone_ground where entity = ${entity} and row_id = ${id}
    and path not in (select path from standing))
    insert into undone_ground (entity, row_id, label, amount, path, undone_by_id)
    select ${entity}, ${id}::integer, s.label, s.amount, s.path, ${actor.userId}::integer from standing s
    on conflict (entity, row_id, path) do update set label = excluded.label, amount = excluded.amount,
      undone_by_id = excluded.undone_by_id, undone_at = now()`.execute(db)
}

/** SQL for the to-dos about decisions that depend on a record of this kind that is open again. */
export function undoneToDosSql({ review }: Kit): RawBuilder<unknown> {
  const { entity, flow, prefix } = review
  const property = 'propertyId' in entity.fields ? sql`r.property_id` : sql`null::integer`
  const company = 'managementCompanyId' in entity.fields ? sql`r.management_company_id` : sql`null::integer`
  return sql`select g.undone_ground_id, ${property}, ${company}, ${getReadPermission(review)}::text,
      concat(g.label, to_char(g.amount, '", $"FM999,999,999,990.00'), ${`: ${prefix}-`}::text, g.row_id,
      ' is open again'), null::date, g.undone_at, g.path
    from undone_ground g join ${reviewTableSql(review)} r on ${keyColumn(review)} = g.row_id
    where g.entity = ${flow.entity} and r.status_id < ${RequestStatus.APPROVED}`
}

/** Serves the call that lists the decisions that depend on a record of any kind. */
export const standingHandler = (getKit: (kind: string) => Kit | undefined) =>
  serve(getStanding, async (context) => {
    const { kind, id } = context.params
    const kit = getKit(kind)
    // No dependents are declared for records that are decided outside the work list, such as months.
    if (!kit) return []
    const { review } = kit
    await readRow(context, review.entity, id)
    return loadDependentDecisions(context, review.flow.entity, id)
  })
