import { type RawBuilder, sql } from 'kysely'
import { TaskDueStatus } from '#core/platform/lookups/model/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { dueStatusSql, isOpenTaskSql, permittedJoin, permittedTypesSql } from './lines.ts'

/**
 * SQL: the open tasks of properties by type, counted like on the dashboard. The columns are property_id,
 * task_type_id, open (due or overdue), overdue, and oldest (the first due day of overdue ones). There is no
 * row for a type without a schedule at the property, or that the caller may not read there.
 */
export function openTasksByTypeSql(
  context: AnyContext,
  properties: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const today = context.settings.today()
  const [pending, overdue] = [sql.lit(TaskDueStatus.PENDING), sql.lit(TaskDueStatus.OVERDUE)]
  return sql`(with ${permittedTypesSql(context.actor.userId)}
    select a.property_id, a.task_type_id, coalesce(q.open, 0) as open, coalesce(q.overdue, 0) as overdue,
    q.oldest
    from (select distinct i.property_id, i.task_type_id from task_schedule i ${permittedJoin}
    where i.property_id in (${properties})) a
    left join (select i.property_id, i.task_type_id, (count(*) filter (where s.due in (${pending},
    ${overdue})))::integer as open,
        (count(*) filter (where s.due = ${overdue}))::integer as overdue,
        min(i.due_date) filter (where s.due = ${overdue}) as oldest
      from task_instance i ${permittedJoin} cross join lateral (select ${dueStatusSql(today)} as due) s
      where ${isOpenTaskSql(today)} group by 1, 2) q using (property_id, task_type_id))`
}
