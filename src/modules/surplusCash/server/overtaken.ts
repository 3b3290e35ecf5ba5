import { sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { metaOf } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { SurplusCash } from '../model/entities.ts'
import type { SurplusRow } from './facts.ts'
import type { SentRow } from './surplus.ts'

type Change = { rowId: number; name: string; at: string; inserted: boolean; changes: Record<string, unknown> }

/** Whether a change wrote a cell after the version of its line that somebody typed upon. */
const overtook = ({ inserted, changes }: Change, seen: number, column: string): boolean =>
  inserted
    ? seen === 0 && changes[column] !== null
    : column in changes && Number((changes.version as number[] | undefined)?.[1]) > seen

const shown = (value: unknown): string =>
  typeof value === 'number' ? formatMoney(value) : value ? `“${value}”` : 'nothing'

/**
 * Refuses what would overwrite a cell that somebody else wrote since the version sent (409): who, what, and when. Other
 * cells of the line may have changed meanwhile. One statement, and none while no version is behind.
 */
export async function refuseOvertaken(
  { db }: AnyContext,
  sent: readonly SentRow[],
  present: readonly SurplusRow[],
  names: readonly (keyof SentRow)[],
): Promise<void> {
  const behind = sent.flatMap((line) => {
    const known = present.find((one) => one.lineCode === line.lineCode)
    return known && line.version !== undefined && line.version < known.version
      ? [{ line, known, seen: line.version }]
      : []
  })
  if (behind.length === 0) return
  const { rows } = await sql<Change>`
    select l.row_id, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), 'the system') as name, l.changed_at as at,
      l.operation = 'insert' as inserted, l.changes from audit_log l left join app_user u using (user_id)
    where l.table_name = ${SurplusCash.table} and l.row_id = any (${behind.map(({ known }) => known.surplusCashId)}::integer[])
    order by l.changed_at desc`.execute(db)
  const told = behind.flatMap(({ line, known, seen }) =>
    names.flatMap((name) => {
      if (line[name] === undefined || line[name] === known[name]) return []
      const by = rows.find((one) => one.rowId === known.surplusCashId && overtook(one, seen, snakeCase(name)))
      if (!by) return []
      const at = formatDate(by.at, 'MM/DD/YYYY h:mm A').slice(11)
      const label = metaOf(SurplusCash.fields[name])?.label
      return `${line.lineCode} ${label}: ${by.name} changed it to ${shown(known[name])} at ${at}.`
    }),
  )
  if (told.length > 0) refuse.conflict(`${told.join(' ')} What you typed is not saved.`)
}
