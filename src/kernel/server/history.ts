import { sql } from 'kysely'
import type { HistoryLine } from '../model/history.ts'
import type { AnyContext } from './serve.ts'

const MOST_LINES = 500

/**
 * Who did what to a record: its status steps and, for the given tables, the audited changes. Two statements, whatever
 * the number of lines. `rows` names tables and row ids that belong to the record; `hidden` columns are left out of every
 * change, for what a company may not read.
 */
export async function historyOf(
  context: AnyContext,
  entity: string,
  rowId: number,
  rows: readonly { table: string; ids: readonly number[] }[],
  hidden: readonly string[] = [],
): Promise<HistoryLine[]> {
  const person = sql<string>`nullif(trim(u.first_name || ' ' || u.last_name), '')`
  const steps = await sql<HistoryLine>`
    select h.at, ${person} as user_name, h.action, h.from_status_id, h.to_status_id, h.reason, null as changes, null as table_name
    from status_history h left join app_user u on u.user_id = h.user_id
    where h.entity = ${entity} and h.row_id = ${rowId} order by h.at desc limit ${MOST_LINES}`.execute(context.db)
  const tables = rows.flatMap((one) => one.ids.map(() => one.table))
  const ids = rows.flatMap((one) => [...one.ids])
  const changes = await sql<HistoryLine>`
    select l.changed_at as at, ${person} as user_name, l.operation as action, null as from_status_id, null as to_status_id,
      null as reason, l.changes - ${[...hidden]}::text[] as changes, l.table_name
    from unnest(${tables}::text[], ${ids}::integer[]) as wanted(table_name, row_id)
    join audit_log l on l.table_name = wanted.table_name and l.row_id = wanted.row_id
    left join app_user u on u.user_id = l.user_id
    where l.operation <> 'update' or l.changes - ${[...hidden, 'version']}::text[] <> '{}'::jsonb
    order by l.changed_at desc limit ${MOST_LINES}`.execute(context.db)
  return [...steps.rows, ...changes.rows].sort((a, b) => b.at.localeCompare(a.at))
}
