import type { Cells, CellValue, SheetColumn, SheetLine } from './sheet.ts'

/**
 * A row as sent between browser and server: the key of its line, its values, and any other fields that belong
 * to it (id, version).
 */
export type Row = Record<string, unknown>

const isCellValue = (value: unknown): value is CellValue =>
  value === null || typeof value === 'number' || typeof value === 'string'

/** The cells of a worksheet out of rows in wire shape; `rowKey` names the field that holds the line's key. */
export function cellsOfRows(rows: readonly Row[], rowKey: string, columns: readonly SheetColumn[]): Cells {
  return Object.fromEntries(
    rows.map((row) => [
      String(row[rowKey]),
      Object.fromEntries(columns.map(({ key }) => [key, isCellValue(row[key]) ? row[key] : null])),
    ]),
  )
}

/**
 * The rows with the cells put back: a row without changes stays the same object, and a line that had no row
 * gets one as soon as it holds something. `newRow` makes that row before its values are put in.
 */
export function rowsOfCells(
  rows: readonly Row[],
  rowKey: string,
  lines: readonly SheetLine[],
  cells: Cells,
  newRow: (line: SheetLine) => Row = (line) => ({ [rowKey]: line.key }),
): Row[] {
  const present = new Set(rows.map((row) => String(row[rowKey])))
  const updated = rows.map((row) => {
    const values = cells[String(row[rowKey])] ?? {}
    const changed = Object.entries(values).filter(([key, value]) => (row[key] ?? null) !== value)
    return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) }
  })
  const added = lines.flatMap((line) => {
    const values = cells[line.key]
    const holds = values && Object.values(values).some((value) => value !== null)
    return holds && !present.has(line.key) ? [{ ...newRow(line), ...values }] : []
  })
  return [...updated, ...added]
}
