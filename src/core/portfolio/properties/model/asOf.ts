import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id } from '#kernel/model/field.ts'
import { path } from './declare.ts'

/** A database row: its values by column name. */
export type RowValues = Readonly<Record<string, unknown>>

/**
 * An audited change of a row. `changes` is the whole row for an insert or delete, and `[old, new]` for each
 * changed column for an update.
 */
export type AuditedChange = { rowId: number; operation: string; changes: RowValues }

/**
 * Undoes changes of a table from the newest to the oldest and returns the earlier rows: inserted rows are
 * removed, deleted rows are restored, and updated rows get their old values back.
 */
export function undoChanges(
  now: ReadonlyMap<number, RowValues>,
  newestFirst: readonly AuditedChange[],
): Map<number, RowValues> {
  const rows = new Map(now)
  for (const { rowId, operation, changes } of newestFirst) {
    if (operation === 'insert') rows.delete(rowId)
    else if (operation === 'delete') rows.set(rowId, changes)
    else rows.set(rowId, { ...rows.get(rowId), ...oldValues(changes) })
  }
  return rows
}

const oldValues = (changes: RowValues): RowValues =>
  Object.fromEntries(
    Object.entries(changes).map(([column, pair]) => [column, (pair as [unknown, unknown])[0]]),
  )

const columns = z.record(z.string(), z.unknown()).nullable()

const asOfRow = z.object({
  rowId: z.int(),
  /** The values at the end of the day; null if the row did not exist then. */
  stood: columns,
  /** Today's values; null if the row was deleted since. */
  now: columns,
  /** Whether the audit log has the row's insertion. A row loaded without audit appears on every day. */
  recorded: z.boolean(),
  /** The row's fields as text, on that day and today. */
  facts: z.array(z.object({ label: z.string(), stood: z.string().nullable(), now: z.string().nullable() })),
})
/** A row of the property's file, on that day and today. */
export type AsOfRow = z.infer<typeof asOfRow>

const asOf = z.object({
  day: z.string(),
  /** The first day for which the audit log covers the property. */
  knownSince: z.string(),
  /** Whether the audit log covers this day. If not, the earliest known state is shown. */
  known: z.boolean(),
  /** The tables of the property's file. */
  tables: z.array(z.object({ table: z.string(), label: z.string(), rows: z.array(asOfRow) })),
})

export const getAsOf = call({
  method: 'GET',
  path: `${path}/GetAsOf/:projectId`,
  access: agency('read'),
  params: z.object({ projectId: id('Property') }),
  query: z.object({ day: day('Day').unwrap() }),
  answer: asOf,
  summary: 'The data of a property at the end of a day, rebuilt from the audit log, compared with today',
})
