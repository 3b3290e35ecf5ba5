/** A column of an export: its heading, and a function that returns the cell of a row. */
export type CsvColumn<Row> = {
  label: string
  value: (row: Row) => string | number | boolean | null | undefined
}

// A spreadsheet runs a cell that begins with one of these characters as a formula. Cells that already begin
// with apostrophes get one more, so that reading the file always removes exactly the added one.
const FORMULA = /^'*[=+\-@\t\r]/
const HARMLESS_NEGATIVE = /^-\$?\d[\d,]*(\.\d+)?%?$/

/**
 * Writes rows as CSV text (RFC 4180, heading first, lines ended by CR LF). Text that a spreadsheet would run
 * as a formula gets a leading apostrophe; negative numbers remain numbers. CSV-02.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string {
  const lines = [writeLine(columns.map((column) => column.label))]
  for (const row of rows) lines.push(writeLine(columns.map((column) => column.value(row))))
  return lines.join('')
}

function writeLine(values: (string | number | boolean | null | undefined)[]): string {
  const cells = values.map(writeCell)
  // An unquoted line without content would be taken for a blank line and skipped on reading.
  const line = cells.every((cell) => cell === '')
    ? `""${','.repeat(Math.max(0, cells.length - 1))}`
    : cells.join(',')
  return `${line}\r\n`
}

function writeCell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const text = String(value ?? '')
  const safe = guardFormula(text)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Makes a text safe for a spreadsheet: a text that it would run as a formula gets a leading apostrophe.
 * CSV-02.
 */
export const guardFormula = (text: string): string =>
  FORMULA.test(text) && !HARMLESS_NEGATIVE.test(text) ? `'${text}` : text
