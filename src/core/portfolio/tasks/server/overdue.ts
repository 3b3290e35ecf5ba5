import { type RawBuilder, sql } from 'kysely'
import { statusIs } from '#kernel/server/statusSql.ts'
import { taskTypes } from '../model/taskTypes.ts'

const optionalTypes = sql.join(
  taskTypes.filter((type) => type.optional).map(({ taskTypeId }) => sql.lit(taskTypeId)),
)

/** SQL: whether the task with this alias is optional. */
export const isOptionalSql = (alias = 'i'): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.task_type_id`)} in (${optionalTypes})`

/**
 * SQL: whether the task with this alias is overdue on a day: it must be filed, is not filed, and its due date
 * plus the days of grace has passed. All lists, reports, checks and nightly jobs use this.
 */
export const isOverdueSql = (
  day: string,
  { alias = 'i', grace = sql`0` }: OverdueOptions = {},
): RawBuilder<boolean> =>
  sql`(${statusIs.unfiled(alias)} and ${sql.ref(`${alias}.due_date`)} + ${grace}::integer < ${day}::date
    and not ${isOptionalSql(alias)})`
type OverdueOptions = { alias?: string; grace?: RawBuilder<unknown> }
