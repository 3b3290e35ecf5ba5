import { type RawBuilder, sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { slot } from '#kernel/server/module.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { readKey } from '../model/review.ts'
import { keyOf } from '../model/reviewed.ts'
import { getStanding, type StandingLine } from '../model/standing.ts'
import type { AnyRow, Kit } from './kit.ts'
import { keyColumn, tableOf } from './records.ts'

/** Decided records of a kind that stand on records of another: a row of the table of what stands on what (domain 47.5). */
export type StandsOn = {
  /** What is stood on, and what stands, by the names of their entities. */
  on: string
  record: string
  /** SQL of rows `label text, amount numeric, path text`: what is decided on the record of an id; the amount may be null. */
  rows: (id: RawBuilder<unknown>) => RawBuilder<unknown>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * What of a module stands on what. Whatever undoes a record names it before, keeps it as it was decided, and leaves a
     * to-do for it.
     */
    standsOn?: readonly StandsOn[]
  }
}

/** The table of what stands on what. */
export const standsOn = slot('standsOn')

/** SQL: everything that was decided on a record, as one list. */
export function standingSql(on: string, id: RawBuilder<unknown>): RawBuilder<StandingLine[]> {
  const parts = standsOn().filter((one) => one.on === on)
  if (parts.length === 0) return sql`select '[]'::jsonb`
  const rows = parts.map((one) => sql`select * from (${one.rows(id)}) as one (label, amount, path)`)
  return sql`select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount', s.amount, 'to', s.path) order by s.label), '[]')
    from (${sql.join(rows, sql` union all `)}) s`
}

/** Whether anything can stand on records of a kind. */
const bears = (entity: string): boolean => standsOn().some(({ on }) => on === entity)

/** What was decided on a record. One statement, and none of a kind on which nothing stands. */
export async function standingOn({ db }: AnyContext, on: string, id: number): Promise<StandingLine[]> {
  if (!bears(on)) return []
  const found = await sql<{ list: StandingLine[] }>`select (${standingSql(on, sql`${id}::integer`)}) as list`.execute(
    db,
  )
  return found.rows[0]!.list
}

/**
 * Keeps what stood on a record as it was undone, in place of what was kept of it before, so that a to-do tells of each
 * until the record is decided again. Null where nothing was undone.
 */
export async function noteUndone(
  { db, actor }: AnyContext,
  { review }: Kit,
  row: AnyRow,
  standing: readonly StandingLine[] | null,
): Promise<void> {
  if (!standing || !bears(review.flow.entity) || !isAgency(actor) || isDecided(row.statusId)) return
  const id = keyOf(review.entity, row)
  await sql`with gone as (delete from undone_ground where entity = ${review.flow.entity} and row_id = ${id})
    insert into undone_ground (entity, row_id, label, amount, path, undone_by_id)
    select ${review.flow.entity}, ${id}::integer, s.label, s.amount, s."to", ${actor.userId}::integer
    from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as s (label text, amount numeric, "to" text)
    on conflict (entity, row_id, path) do update set label = excluded.label, amount = excluded.amount,
      undone_by_id = excluded.undone_by_id, undone_at = now()`.execute(db)
}

/** SQL of to-dos: what was decided on a record `r` of this kind that is open again. */
export function undoneSql({ review }: Kit): RawBuilder<unknown> {
  const { entity, flow, prefix } = review
  const property = 'propertyId' in entity.fields ? sql`r.property_id` : sql`null::integer`
  const company = 'managementCompanyId' in entity.fields ? sql`r.management_company_id` : sql`null::integer`
  return sql`select g.undone_ground_id, ${property}, ${company}, ${readKey(review)}::text,
      concat(g.label, to_char(g.amount, '", $"FM999,999,999,990.00'), ${`: ${prefix}-`}::text, g.row_id, ' is open again'), null::date, g.undone_at, g.path
    from undone_ground g join ${tableOf(review)} r on ${keyColumn(review)} = g.row_id
    where g.entity = ${flow.entity} and r.status_id < ${RequestStatus.APPROVED}`
}

/** Answers what stands on a record, of whichever kind. */
export const standingHandler = (kitOf: (kind: string) => Kit | undefined) =>
  serve(getStanding, async (context) => {
    const { kind, id } = context.params
    const { review } = kitOf(kind) ?? refuse.notFound('This kind of record')
    await readRow(context, review.entity, id)
    return standingOn(context, review.flow.entity, id)
  })
