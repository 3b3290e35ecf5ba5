import type { SheetFault, SheetReader } from '../model/sheetRows.ts'

/** A file after it was read: its headings, and its rows that are not blank, each with its line number. */
export type SheetFile = { headings: string[]; rows: { line: number; values: Record<string, string> }[] }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * Returns the rows of a file by its headings, which are its first line that is not blank; returns a
 * sentence if the headings are missing or wrong.
 */
export function readSheetFile(cells: readonly string[][], sheet: SheetReader): SheetFile | string {
  const position = cells.findIndex((line) => !isBlank(line))
  if (position < 0) return 'This file is empty.'
  const headings = cells[position]!.map((cell) => cell.trim())
  const columnHeadings = headings.filter(Boolean)
  const duplicate = columnHeadings.find((name, index) => columnHeadings.indexOf(name) !== index)
  if (duplicate) return `The column “${duplicate}” is there twice.`
  const unknown = sheet.unknownHeadings([Object.fromEntries(columnHeadings.map((name) => [name, '']))])
  if (unknown.length > 0) return `Unknown columns: ${unknown.join(', ')}.`
  const rows = cells.flatMap((line, index) => {
    if (index <= position || isBlank(line)) return []
    const values = Object.fromEntries(
      headings.flatMap((name, place) => (name ? [[name, line[place]?.trim() ?? '']] : [])),
    )
    return [{ line: index + 1, values }]
  })
  return rows.length === 0 ? 'This file has headings and no rows.' : { headings: columnHeadings, rows }
}

/** A fault with the line and the column of the file, as the list of faults shows it. */
export type FaultLine = { line: number; column: string; message: string; values: Record<string, string> }

/** Returns the faults of a file with their lines and columns. */
export const getFaultLines = (
  file: SheetFile,
  faults: readonly SheetFault[],
  sheet: SheetReader,
): FaultLine[] =>
  faults.flatMap(({ row, field, message }) => {
    const fileRow = file.rows[row - 1]
    return fileRow ? [{ ...fileRow, column: sheet.getFieldLabel(field), message }] : []
  })

/**
 * Returns each row that has faults once, with all of its faults, so that a user can correct these rows in a
 * separate file and upload them again.
 */
export function getFaultRows(file: SheetFile, faults: readonly SheetFault[]) {
  const byRow = Map.groupBy(faults, (fault) => fault.row)
  return [...byRow].flatMap(([row, rowFaults]) => {
    const fileRow = file.rows[row - 1]
    return fileRow ? [{ ...fileRow, wrong: rowFaults.map((item) => item.message).join(' ') }] : []
  })
}
