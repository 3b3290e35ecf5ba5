import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { TaskInstance } from '../model/entities.ts'
import { requireVisibleProperty } from './lines.ts'

const tables = ['task_schedule', 'property_requirement', 'activity_period', 'to_do', 'item_to_do']

/**
 * Loads the history of a property's tasks, newest first: all changes of schedules, requirements and to-dos,
 * but of tasks only those that a person changed, because the nightly job changes thousands.
 */
export async function loadTaskHistory(context: AnyContext, requestedId: number): Promise<HistoryLine[]> {
  const propertyId = await requireVisibleProperty(context, requestedId)
  const logged = await sql<{ table: string; ids: number[] }>`
    select l.table_name as table, array_agg(distinct l.row_id) as ids from audit_log l
    where l.property_id = ${propertyId} and l.row_id is not null and (l.table_name = any (${tables}::text[])
      or (l.table_name = 'task_instance' and l.operation = 'update' and l.user_id is not null))
    group by 1`.execute(context.db)
  const changes = await loadHistory(context, TaskInstance.name, 0, logged.rows)
  return changes.filter((line) => line.tableName !== 'task_instance' || line.action === 'update')
}
