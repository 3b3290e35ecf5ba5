import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Kit } from './kit.ts'

/**
 * SQL for the ids of the agency users who entered the record with this key or any of its lines. Empty when a
 * company user asks.
 */
export const reviewWritersSql = (table: string, key: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql`kernel.writers_of(${sql.lit(table)}, ${key})`

/**
 * Returns the statuses from which a record can be approved. Only there does it matter who entered the record.
 */
const getApprovableStatuses = ({ review: { flow } }: Kit): number[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => (step.notBy ? step.from : []))),
  RequestStatus.REVIEWED,
]

const getKeySql = ({ review }: Kit) => sql.ref(`r.${snakeCase(review.entity.key)}`)

/**
 * SQL for the ids of the agency users who entered a record `r`, its lines, or other data that a decision
 * depends on, which the subject adds through `server.writers` (domain 48.4).
 */
export const writersSql = (kit: Kit): RawBuilder<number[]> => {
  const recordWriters = reviewWritersSql(kit.review.entity.table, getKeySql(kit))
  const otherWriters = kit.server.writers ? sql` || coalesce(${kit.server.writers}, '{}')` : sql``
  return sql`case when r.status_id = any (${sql.lit(`{${getApprovableStatuses(kit).join()}}`)}::integer[])
    then
    ${recordWriters}${otherWriters} else '{}' end`
}

/** Loads the ids of the agency users who entered one record, for checking a step. Runs one statement. */
export async function findWriters({ db }: AnyContext, kit: Kit, id: number): Promise<number[]> {
  if (!kit.review.settings.twoPerson) return []
  const result = await sql<{ wroteIds: number[] }>`select ${writersSql(kit)} as wrote_ids
    from ${sql.table(kit.review.entity.table)} r where ${getKeySql(kit)} = ${id}`.execute(db)
  return result.rows[0]?.wroteIds ?? []
}
