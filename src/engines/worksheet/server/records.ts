import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#kernel/model/entity.ts'

/**
 * SQL: columns of a row as one JSON object, each by the name of its field; `more` adds pairs of names and
 * values.
 */
export const recordSql = (
  fields: readonly string[],
  row: string,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(fields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${row}.${snakeCase(name)}`)}`))}${more})`

/** SQL: objects as one JSON list, empty if there are none. `from` selects the rows; `order` sorts them. */
export const recordsSql = (
  record: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`(select coalesce(jsonb_agg(${record} ${order}), '[]') from ${from})`
