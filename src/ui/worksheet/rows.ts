import type { Cells, CellValue, SheetColumn, SheetLine } from './sheet.ts'

/**
 * A row in wire shape: the key of its line, its values, and any other fields (id, version).
 */
export type Row = Record<string, unknown>

const isCellValue = (value: unknown): value is CellValue =>
  value === null || typeof value === 'number' || typeof value === 'string'

/**
 * Converts rows in wire shape to the cells of a worksheet. `rowKey` is the field with the key of the line.
 */
export function cellsOfRows(rows: readonly Row[], rowKey: string, columns: readonly SheetColumn[]): Cells {
  return Object.fromEntries(
    rows.map((row) => [
      String(row[rowKey]),
      Object.fromEntries(columns.map(({ key }) => [key, isCellValue(row[key]) ? row[key] : null])),
    ]),
  )
}

/**
 * Writes the cells back into the rows. A row without changes remains the same object, and a line without a
 * row gets one as soon as it has a value. `newRow` creates this row without its values.
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
    const hasValue = values && Object.values(values).some((value) => value !== null)
    return hasValue && !present.has(line.key) ? [{ ...newRow(line), ...values }] : []
  })
  return [...updated, ...added]
}
