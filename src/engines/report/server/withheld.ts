import { type RawBuilder, sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReport } from '../model/index.ts'

/**
 * SQL conditions on a row `r`, by column: whether a caller outside the agency may see the column of that
 * row.
 */
export type VisibleColumns = Readonly<Record<string, (context: AnyContext) => RawBuilder<boolean>>>

const column = (name: string) => sql`${sql.ref(`r.${name}`)}`

/**
 * SQL: rows as their reader may see them. Withheld columns are null, and `withheld` names them. Only the
 * agency sees a withheld column without a condition in `columnConditions`.
 */
export function hideWithheldSql(
  { withheld = {}, row }: AnyReport,
  columnConditions: VisibleColumns,
  rows: RawBuilder<unknown>,
  context: AnyContext,
): RawBuilder<unknown> {
  const names = Object.keys(withheld)
  if (names.length === 0) return rows
  if (isAgency(context.actor)) return sql`select r.*, '{}'::text[] as withheld from (${rows}) r`
  const isSeen = new Map(
    names.map((name) => [name, columnConditions[name]?.(context) ?? sql<boolean>`false`]),
  )
  const columns = Object.keys(row).map((name) => {
    const condition = isSeen.get(name)
    return condition ? sql`case when ${condition} then ${column(name)} end as ${sql.ref(name)}` : column(name)
  })
  const hidden = [...isSeen].map(
    ([name, condition]) => sql`case when not ${condition} then ${sql.lit(name)} end`,
  )
  return sql`select ${sql.join(columns)}, array_remove(array[${sql.join(hidden)}], null) as withheld
    from (${rows}) r`
}
