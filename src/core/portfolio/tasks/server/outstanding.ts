import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import type { TaskLine } from '../model/shapes.ts'
import { hasLapsedSql, loadTaskLines } from './lines.ts'

/**
 * Loads the tasks that a property could have filed by today but has not, the oldest first, in one statement.
 */
export function loadOutstandingTasks(context: AnyContext, propertyId: number): Promise<TaskLine[]> {
  const today = context.settings.today()
  return loadTaskLines(
    context,
    sql`i.property_id = ${propertyId} and ${statusIs.unfiled('i')} and i.window_open <= ${today}::date
      and not ${hasLapsedSql(today)}`,
  )
}
