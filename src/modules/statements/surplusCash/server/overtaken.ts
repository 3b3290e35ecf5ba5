import { sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

type Change = { rowId: number; name: string; at: string; inserted: boolean; changes: Record<string, unknown> }

/**
 * Values typed into an existing record, based on the version that was seen; `line` precedes the names of its
 * fields.
 */
type Typed = { sent: Values; known: Values; seen: number | undefined; line?: string }

/** Whether a change wrote a cell after the version of its record that another person was editing. */
const overtook = ({ inserted, changes }: Change, seenVersion: number, column: string): boolean =>
  inserted
    ? seenVersion === 0 && changes[column] !== null
    : column in changes && Number((changes.version as number[] | undefined)?.[1]) > seenVersion

const formatValue = (value: unknown): string =>
  typeof value === 'number' ? formatMoney(value) : value ? `“${value}”` : 'nothing'

/**
 * Refuses to overwrite a cell that another person wrote since the version seen (409), with who, what, and
 * when. Other cells of the record may have changed. One statement, and none if the version is current.
 */
export async function refuseOvertaken(
  { db }: AnyContext,
  entity: AnyEntity,
  typeds: readonly Typed[],
  names: readonly string[],
): Promise<void> {
  const behind = typeds.flatMap((item) =>
    item.seen !== undefined && item.seen < Number(item.known.version) ? [{ ...item, seen: item.seen }] : [],
  )
  if (behind.length === 0) return
  const getId = ({ known }: Typed) => known[entity.key] as number
  const { rows } = await sql<Change>`
    select l.row_id, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'the system') as name,
    l.changed_at as at,
      l.operation = 'insert' as inserted, l.changes from audit_log l left join app_user u using (user_id)
    where l.table_name = ${entity.table} and l.row_id = any (${behind.map(getId)}::integer[])
    order by l.changed_at desc`.execute(db)
  const changes = behind.flatMap((item) =>
    names.flatMap((name) => {
      const { sent: values, known: savedValues, seen: seenVersion, line } = item
      if (values[name] === undefined || values[name] === savedValues[name]) return []
      const row = rows.find(
        (change) => change.rowId === getId(item) && overtook(change, seenVersion, snakeCase(name)),
      )
      if (!row) return []
      const time = formatDate(row.at, 'MM/DD/YYYY h:mm A').slice(11)
      const label = getFieldMeta(entity.fields[name]!)?.label
      return `${line ? `${line} ` : ''}${label}: ${row.name} changed it to ${formatValue(savedValues[name])} at ${time}.`
    }),
  )
  if (changes.length > 0) refuse.conflict(`${changes.join(' ')} What you typed is not saved.`)
}
