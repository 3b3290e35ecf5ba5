import type { z } from 'zod'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { findSchemaFaults } from '#kernel/server/shape.ts'
import type { SheetFault, SheetReader } from '../model/sheetRows.ts'

type RowChecks<S extends z.ZodObject, Sound> = {
  sheet: SheetReader<S>
  /**
   * The key that may appear in only one row: the field of the key, and functions for the key and its name
   * in a message.
   */
  uniqueKey: { field: string; keyOf: (row: z.infer<S>) => string; nameOf: (row: z.infer<S>) => string }
  /** Compares a row with the stored data: returns the valid row, or its faults. */
  checkRow: (row: z.infer<S>) => { sound: Sound | null; faults: readonly Fault[] }
}

/**
 * Checks every row of an uploaded sheet: returns the valid rows, and every fault with its row. A sheet with
 * unknown headings is refused as a whole, not row by row.
 */
export function checkSheet<S extends z.ZodObject, Sound>(
  rows: readonly Readonly<Record<string, unknown>>[],
  { sheet, uniqueKey: once, checkRow: settle }: RowChecks<S, Sound>,
): { sound: Sound[]; faults: SheetFault[] } {
  refuseUnknownHeadings(rows, sheet)
  const faults: SheetFault[] = []
  const sound: Sound[] = []
  const firstRows = new Map<string, number>()
  rows.forEach((rawRow, index) => {
    const row = index + 1
    const add = (list: readonly Fault[]) => faults.push(...list.map((fault) => ({ row, ...fault })))
    const parsed = sheet.read(rawRow)
    if (!parsed.success) {
      add(findSchemaFaults(sheet.schema, parsed.error.issues))
      return
    }
    const key = once.keyOf(parsed.data)
    const first = firstRows.get(key)
    if (first !== undefined) {
      const message = `${sheet.getFieldLabel(once.field)}: ${once.nameOf(parsed.data)} is already in row ${first}.`
      add([{ field: once.field, message }])
      return
    }
    firstRows.set(key, row)
    const checkedRow = settle(parsed.data)
    add(checkedRow.faults)
    if (checkedRow.sound !== null) sound.push(checkedRow.sound)
  })
  return { faults, sound }
}

/** The maximum number of unknown columns that a refusal names. */
const MAX_NAMED = 10

function refuseUnknownHeadings(rows: readonly Readonly<Record<string, unknown>>[], sheet: SheetReader): void {
  const unknown = sheet.unknownHeadings(rows)
  if (unknown.length === 0) return
  const columnLabels = sheet.fields.map(sheet.getFieldLabel).join(', ')
  refuse.invalid([
    {
      field: '',
      message: `Unknown columns: ${unknown.slice(0, MAX_NAMED).join(', ')}. Known are ${columnLabels}.`,
    },
  ])
}

/** Refuses a sheet that has faults, each by its row; nothing of the sheet is stored. */
export function refuseFaultyRows(faults: readonly SheetFault[]): void {
  if (faults.length > 0)
    refuse.rule(
      'Nothing was stored. Correct these rows and upload again.',
      faults.map(({ row, field, message }) => ({
        field: `${row - 1}.${field}`,
        message: `Row ${row}: ${message}`,
      })),
    )
}
