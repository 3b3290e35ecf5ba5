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
 * The values that a save enters in an existing record, with the version that its author had seen. `line` is
 * a name shown before its field labels.
 */
type EditedRecord = { sent: Values; known: Values; seen: number | undefined; line?: string }

/** Whether a change wrote a field after the version that the other person had seen. */
const wroteAfter = ({ inserted, changes }: Change, seenVersion: number, column: string): boolean =>
  inserted
    ? seenVersion === 0 && changes[column] !== null
    : column in changes && Number((changes.version as number[] | undefined)?.[1]) > seenVersion

const formatValue = (value: unknown): string =>
  typeof value === 'number' ? formatMoney(value) : value ? `“${value}”` : 'nothing'

/**
 * Refuses (409) to overwrite a field that another person wrote since the version seen, and says who wrote
 * what and when. Other fields of the record may have changed. Runs one SQL statement, and none if the
 * version is current.
 */
export async function refuseConflictingEdits(
  { db }: AnyContext,
  entity: AnyEntity,
  edits: readonly EditedRecord[],
  names: readonly string[],
): Promise<void> {
  const outdatedEdits = edits.flatMap((item) =>
    item.seen !== undefined && item.seen < Number(item.known.version) ? [{ ...item, seen: item.seen }] : [],
  )
  if (outdatedEdits.length === 0) return
  const getId = ({ known }: EditedRecord) => known[entity.key] as number
  const { rows } = await sql<Change>`
    select l.row_id, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'the system') as name,
    l.changed_at as at,
      l.operation = 'insert' as inserted, l.changes from audit_log l left join app_user u using (user_id)
    where l.table_name = ${entity.table} and l.row_id = any (${outdatedEdits.map(getId)}::integer[])
    order by l.changed_at desc`.execute(db)
  const changes = outdatedEdits.flatMap((item) =>
    names.flatMap((name) => {
      const { sent: values, known: savedValues, seen: seenVersion, line } = item
      if (values[name] === undefined || values[name] === savedValues[name]) return []
      const row = rows.find(
        (change) => change.rowId === getId(item) && wroteAfter(change, seenVersion, snakeCase(name)),
      )
      if (!row) return []
      const time = formatDate(row.at, 'MM/DD/YYYY h:mm A').slice(11)
      const label = getFieldMeta(entity.fields[name]!)?.label
      return `${line ? `${line} ` : ''}${label}: ${row.name} changed it to ${formatValue(savedValues[name])} at ${time}.`
    }),
  )
  if (changes.length > 0) refuse.conflict(`${changes.join(' ')} What you typed is not saved.`)
}
