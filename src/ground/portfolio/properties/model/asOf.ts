import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id } from '#kernel/model/field.ts'
import { path } from './declare.ts'

/** A row by its columns, as the audit keeps it. */
export type Columns = Readonly<Record<string, unknown>>

/** An audited change of one row: the whole row of inserts and deletes, `[old, new]` by column of updates. */
export type Logged = { rowId: number; operation: string; changes: Columns }

/**
 * Undoes changes of a table from the newest to the oldest: inserted rows are removed, deleted ones are back,
 * and updated ones have their old values.
 */
export function undone(
  now: ReadonlyMap<number, Columns>,
  newestFirst: readonly Logged[],
): Map<number, Columns> {
  const rows = new Map(now)
  for (const { rowId, operation, changes } of newestFirst) {
    if (operation === 'insert') rows.delete(rowId)
    else if (operation === 'delete') rows.set(rowId, changes)
    else rows.set(rowId, { ...rows.get(rowId), ...oldValues(changes) })
  }
  return rows
}

const oldValues = (changes: Columns): Columns =>
  Object.fromEntries(
    Object.entries(changes).map(([column, pair]) => [column, (pair as [unknown, unknown])[0]]),
  )

const columns = z.record(z.string(), z.unknown()).nullable()

const asOfRow = z.object({
  rowId: z.int(),
  /** The values at the end of the day; null where the row did not exist yet. */
  stood: columns,
  /** Today's values; null where the row was deleted. */
  now: columns,
  /** Whether the audit has its insertion; a row loaded without an audit appears on every day. */
  recorded: z.boolean(),
  /** Its fields in words. */
  facts: z.array(z.object({ label: z.string(), stood: z.string().nullable(), now: z.string().nullable() })),
})
/** A row of the property's file, then and today. */
export type AsOfRow = z.infer<typeof asOfRow>

const asOf = z.object({
  day: z.string(),
  /** The first day from which the audit is complete for the property. */
  knownSince: z.string(),
  /** Whether the audit covers this day; if not, the earliest known state is shown. */
  known: z.boolean(),
  /** By table of the property's file. */
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
