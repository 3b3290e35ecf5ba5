import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Kit } from './kit.ts'

/**
 * SQL: the ids of the agency's people who entered the record with this key or any of its lines; empty where a
 * company asks.
 */
export const reviewWritersSql = (table: string, key: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql`kernel.writers_of(${sql.lit(table)}, ${key})`

/** The statuses from which a record is approved; in others its writers do not matter. */
const approvedFrom = ({ review: { flow } }: Kit): number[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => (step.notBy ? step.from : []))),
  RequestStatus.REVIEWED,
]

const keyOfRecord = ({ review }: Kit) => sql.ref(`r.${snakeCase(review.entity.key)}`)

/**
 * SQL: the ids of the agency's people who entered the content of a record `r`, its lines, or other figures
 * that a decision on it rests on, as its subject names them (domain 48.4).
 */
export const writersSql = (kit: Kit): RawBuilder<number[]> => {
  const recordWriters = reviewWritersSql(kit.review.entity.table, keyOfRecord(kit))
  const besides = kit.server.writers ? sql` || coalesce(${kit.server.writers}, '{}')` : sql``
  return sql`case when r.status_id = any (${sql.lit(`{${approvedFrom(kit).join()}}`)}::integer[]) then
    ${recordWriters}${besides} else '{}' end`
}

/** Loads the ids of the agency's people who entered one record, for checking a step. Runs one statement. */
export async function findWriters({ db }: AnyContext, kit: Kit, id: number): Promise<number[]> {
  if (!kit.review.settings.twoPerson) return []
  const result = await sql<{ wroteIds: number[] }>`select ${writersSql(kit)} as wrote_ids
    from ${sql.table(kit.review.entity.table)} r where ${keyOfRecord(kit)} = ${id}`.execute(db)
  return result.rows[0]?.wroteIds ?? []
}
