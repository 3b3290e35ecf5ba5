import { NOT_A_TABLE } from '#kernel/model/fileTypes.ts'

export { type CsvColumn, toCsv } from '#kernel/model/csv.ts'

/** The default file name of an export. CSV-03. */
export const DEFAULT_EXPORT_NAME = 'export'

/**
 * A row of an import. `line` is its first line in the file, from 1; `fault` describes the error in its shape.
 */
export type CsvRow = { line: number; values: Record<string, string>; fault: string | null }

/** An import: the headings in their order, and the rows that are not blank. */
export type CsvTable = { columns: string[]; rows: CsvRow[] }

type Cell = { text: string; quoted: boolean }
type CsvRecord = { line: number; cells: Cell[] }

/** A cell with the apostrophe that the export adds to prevent a formula. */
const GUARDED = /^'+[=+\-@\t\r]/

/** Returns the file name of an export: 'export.csv', or the specified name with the extension. CSV-03. */
export function csvFileName(name: string = DEFAULT_EXPORT_NAME): string {
  return name.toLowerCase().endsWith('.csv') ? name : `${name}.csv`
}

/**
 * Reads CSV text with a heading row (RFC 4180, with any line ends and with or without a byte order mark).
 * Headings are trimmed, blank lines skipped, and the apostrophe of {@link toCsv} removed. Missing cells are
 * ''. A row with filled cells beyond the headings has a fault. Throws a SyntaxError with the line number for
 * an unclosed quotation and for two columns with the same name. CSV-01.
 */
export function parseCsv(text: string): CsvTable {
  const [heading, ...records] = readRecords(text.replace(/^\uFEFF/, '')).filter((record) => !isBlank(record))
  const names = heading?.cells.map((cell) => removeGuard(cell.text).trim()) ?? []
  const columns = names.filter((name) => name !== '')
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined)
    throw new SyntaxError(`Line ${heading?.line}: the column "${twice}" appears twice.`)
  return { columns, rows: records.map((record) => readRow(record, names)) }
}

/**
 * Reads a chosen CSV file like {@link parseCsv}. Throws a SyntaxError if the content is not a table,
 * regardless of the file name: a workbook, a page, a script.
 */
export async function readCsv(file: Pick<File, 'text' | 'name'>): Promise<CsvTable> {
  const text = await file.text()
  if (text.startsWith('PK'))
    throw new SyntaxError(`${file.name} is a workbook or an archive. Save it in Excel as CSV, and try again.`)
  if (NOT_A_TABLE.test(text))
    throw new SyntaxError(
      `${file.name} holds a page, a picture or a program and no table, whatever it is called.`,
    )
  return parseCsv(text)
}

/**
 * Returns the cells of a CSV file as texts, without a heading row. The index of a row is that of the line on
 * which it begins.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = []
  for (const { line, cells } of readRecords(text.replace(/^\uFEFF/, '')))
    rows[line - 1] = cells.map((cell) => removeGuard(cell.text))
  return Array.from(rows, (row) => row ?? [])
}

function readRow(record: CsvRecord, names: string[]): CsvRow {
  const pairs = names.map((name, index): [string, string] => [
    name,
    removeGuard(record.cells[index]?.text ?? ''),
  ])
  const strayCell = record.cells.find((cell, index) => !names[index] && cell.text.trim() !== '')
  return {
    line: record.line,
    values: Object.fromEntries(pairs.filter(([name]) => name !== '')),
    fault: strayCell ? `"${strayCell.text}" is under no heading.` : null,
  }
}

const removeGuard = (text: string) => (GUARDED.test(text) ? text.slice(1) : text)

const isBlank = (record: CsvRecord) => record.cells.every((cell) => !cell.quoted && cell.text.trim() === '')

// One cell and its separator: a quoted part (with doubled quotes) and any text after it, or an unquoted part.
const CELL = /(?:"([^"]*(?:""[^"]*)*)"((?:[^",\r\n][^,\r\n]*)?)|((?:[^",\r\n][^,\r\n]*)?))(,|\r\n|\r|\n|$)/y

function readRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  const cell = new RegExp(CELL)
  let line = 1
  let current: CsvRecord = { line, cells: [] }
  while (cell.lastIndex < text.length || current.cells.length > 0) {
    const match = cell.exec(text)
    if (!match) throw new SyntaxError(`Line ${line}: a quotation is opened but never closed.`)
    const [matchText, quotedText, loose = '', plain = '', end] = match
    const quoted = quotedText !== undefined
    current.cells.push({ text: quoted ? quotedText.replaceAll('""', '"') + loose : plain, quoted })
    line += matchText.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end === ',') continue
    records.push(current)
    current = { line, cells: [] }
    if (end === '') break
  }
  return records
}
