import { sql } from 'kysely'
import type { HistoryLine } from '#kernel/model/history.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

const MAX_LINES = 500

/**
 * Loads the history of a record: its status steps and the audited changes of the given rows, with the names
 * behind ids. Three statements for any number of lines. `rows` are the tables and row ids of the record.
 * `hidden` columns are left out, because the caller may not read them.
 */
export async function loadHistory(
  context: AnyContext,
  entity: string,
  rowId: number,
  rows: readonly { table: string; ids: readonly number[] }[],
  hidden: readonly string[] = [],
): Promise<HistoryLine[]> {
  const person = sql<string>`nullif(trim(u.first_name || ' ' || u.last_name), '')`
  const steps = await sql<HistoryLine>`
    select h.at, ${person} as user_name, h.action, h.from_status_id, h.to_status_id, h.reason,
    null as changes, null as table_name
    from status_history h left join app_user u on u.user_id = h.user_id
    where h.entity = ${entity} and h.row_id = ${rowId} order by h.at desc limit ${MAX_LINES}`.execute(
    context.db,
  )
  const tables = rows.flatMap((row) => row.ids.map(() => row.table))
  const ids = rows.flatMap((row) => [...row.ids])
  const changes = await sql<AuditedLine>`
    select l.changed_at as at, ${person} as user_name, l.operation as action, null as from_status_id,
    null as to_status_id,
      null as reason, l.changes - ${[...hidden]}::text[] as changes, l.table_name, l.row_id
    from unnest(${tables}::text[], ${ids}::integer[]) as wanted(table_name, row_id)
    join audit_log l on l.table_name = wanted.table_name and l.row_id = wanted.row_id
    left join app_user u on u.user_id = l.user_id
    where l.operation <> 'update' or l.changes - ${[...hidden, 'version']}::text[] <> '{}'::jsonb
    order by l.changed_at desc limit ${MAX_LINES}`.execute(context.db)
  return [...steps.rows, ...(await addNames(context, changes.rows))].sort((a, b) => b.at.localeCompare(a.at))
}

type AuditedLine = HistoryLine & { rowId: number }

/**
 * Loads the names behind ids in changes, by table and by column and id (`county_id 4`), as far as the
 * caller may see them. One statement.
 */
export async function loadChangeNames(
  { db }: AnyContext,
  lines: readonly { table: string; rowId: number; changes: unknown }[],
): Promise<ReadonlyMap<string, Record<string, string>>> {
  const tables = lines.map((line) => line.table)
  const rows = lines.map((line) => line.rowId)
  const changes = lines.map((line) => JSON.stringify(line.changes))
  const result = await sql<{ tableName: string; names: Record<string, string> }>`
    select table_name, jsonb_object_agg(concat_ws(' ', column_name, id), name) as names
    from kernel.names_in(${tables}::text[], ${rows}::integer[], ${changes}::jsonb[])
    group by table_name`.execute(db)
  return new Map(result.rows.map((row) => [row.tableName, row.names]))
}

/** Adds the names behind ids to changes. */
async function addNames(context: AnyContext, lines: readonly AuditedLine[]): Promise<HistoryLine[]> {
  if (lines.length === 0) return []
  const byTable = await loadChangeNames(
    context,
    lines.map(({ tableName, rowId, changes }) => ({ table: tableName ?? '', rowId, changes })),
  )
  return lines.map(({ rowId, ...line }) => {
    const namesByKey = byTable.get(line.tableName ?? '') ?? {}
    const rowName = namesByKey[` ${rowId}`]
    return {
      ...line,
      names: { ...getNames(line, namesByKey), ...(rowName === undefined ? {} : { '': rowName }) },
    }
  })
}

/** Returns the names of the ids in one line. */
function getNames(
  { changes }: HistoryLine,
  namesByKey: Readonly<Record<string, string>>,
): Record<string, string> {
  const keys = Object.entries(changes ?? {}).flatMap(([column, value]) =>
    [value].flat(2).map((item) => `${column} ${item}`),
  )
  return Object.fromEntries(
    keys.flatMap((key) => (namesByKey[key] === undefined ? [] : [[key, namesByKey[key]]])),
  )
}
