import type { SheetFault, SheetRows } from '../model/sheetRows.ts'

/** A file as read: its headings, and its rows that are not blank, each with its line number. */
export type SheetFile = { headings: string[]; rows: { line: number; values: Record<string, string> }[] }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * Returns the rows of a file by its headings, which are its first line that is not blank; a sentence if it
 * has none.
 */
export function getStatementRows(cells: readonly string[][], sheet: SheetRows): SheetFile | string {
  const position = cells.findIndex((line) => !isBlank(line))
  if (position < 0) return 'This file is empty.'
  const headings = cells[position]!.map((cell) => cell.trim())
  const matchingHeadings = headings.filter(Boolean)
  const twice = matchingHeadings.find((name, index) => matchingHeadings.indexOf(name) !== index)
  if (twice) return `The column “${twice}” is there twice.`
  const unknown = sheet.unknownHeadings([Object.fromEntries(matchingHeadings.map((name) => [name, '']))])
  if (unknown.length > 0) return `Unknown columns: ${unknown.join(', ')}.`
  const rows = cells.flatMap((line, index) => {
    if (index <= position || isBlank(line)) return []
    const values = Object.fromEntries(
      headings.flatMap((name, place) => (name ? [[name, line[place]?.trim() ?? '']] : [])),
    )
    return [{ line: index + 1, values }]
  })
  return rows.length === 0 ? 'This file has headings and no rows.' : { headings: matchingHeadings, rows }
}

/** A fault as the list and the file of faults show it. */
export type FaultLine = { line: number; column: string; message: string; values: Record<string, string> }

/** The faults of a file by its lines. */
export const faultLines = (file: SheetFile, faults: readonly SheetFault[], sheet: SheetRows): FaultLine[] =>
  faults.flatMap(({ row, field, message }) => {
    const fileRow = file.rows[row - 1]
    return fileRow ? [{ ...fileRow, column: sheet.labelOf(field), message }] : []
  })

/**
 * Returns the rows with faults, each once, with its faults, so that they can be corrected in a separate file
 * and uploaded again.
 */
export function faultRows(file: SheetFile, faults: readonly SheetFault[]) {
  const byRow = Map.groupBy(faults, (fault) => fault.row)
  return [...byRow].flatMap(([row, own]) => {
    const fileRow = file.rows[row - 1]
    return fileRow ? [{ ...fileRow, wrong: own.map((item) => item.message).join(' ') }] : []
  })
}
