import { noTable } from '#kernel/model/fileTypes.ts'

export { type CsvColumn, toCsv } from '#kernel/model/csv.ts'

/** The file name of an export that was given none. CSV-03. */
export const DEFAULT_EXPORT_NAME = 'export'

/**
 * A row of an import. `line` is its first line in the file, from 1; `fault` describes the error in its shape.
 */
export type CsvRow = { line: number; values: Record<string, string>; fault: string | null }

/** An import: the headings in their order, and the rows that are not blank. */
export type CsvTable = { columns: string[]; rows: CsvRow[] }

type Cell = { text: string; quoted: boolean }
type CsvRecord = { line: number; cells: Cell[] }

/** A cell that the writer has guarded. */
const GUARDED = /^'+[=+\-@\t\r]/

/** The name an export is saved under: 'export.csv', or the given name with the ending. CSV-03. */
export function csvFileName(name: string = DEFAULT_EXPORT_NAME): string {
  return name.toLowerCase().endsWith('.csv') ? name : `${name}.csv`
}

/**
 * Reads CSV text with a heading row (RFC 4180; any line end; a byte order mark is taken off). Headings are
 * trimmed, blank lines skipped, and the apostrophe of {@link toCsv} removed; missing cells read ''. A row
 * with filled cells beyond the headings carries a fault. Throws SyntaxError, naming the line, for a quotation
 * that never closes and for two columns of the same name. CSV-01.
 */
export function parseCsv(text: string): CsvTable {
  const [heading, ...records] = readRecords(text.replace(/^\uFEFF/, '')).filter((record) => !isBlank(record))
  const names = heading?.cells.map((cell) => unguarded(cell.text).trim()) ?? []
  const columns = names.filter((name) => name !== '')
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined)
    throw new SyntaxError(`Line ${heading?.line}: the column "${twice}" appears twice.`)
  return { columns, rows: records.map((record) => readRow(record, names)) }
}

/**
 * Reads a chosen CSV file. Throws SyntaxError for a file without a table, regardless of its name: a workbook,
 * a page, a script; otherwise like {@link parseCsv}.
 */
export async function readCsv(file: Pick<File, 'text' | 'name'>): Promise<CsvTable> {
  const text = await file.text()
  if (text.startsWith('PK'))
    throw new SyntaxError(`${file.name} is a workbook or an archive. Save it in Excel as CSV, and try again.`)
  if (noTable.test(text))
    throw new SyntaxError(
      `${file.name} holds a page, a picture or a program and no table, whatever it is called.`,
    )
  return parseCsv(text)
}

/**
 * Returns the cells of a CSV file as texts, with any content in its first lines; a row's place is the line it
 * begins on.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = []
  for (const { line, cells } of readRecords(text.replace(/^\uFEFF/, '')))
    rows[line - 1] = cells.map((cell) => unguarded(cell.text))
  return Array.from(rows, (row) => row ?? [])
}

function readRow(record: CsvRecord, names: string[]): CsvRow {
  const pairs = names.map((name, index): [string, string] => [
    name,
    unguarded(record.cells[index]?.text ?? ''),
  ])
  const strayCell = record.cells.find((cell, index) => !names[index] && cell.text.trim() !== '')
  return {
    line: record.line,
    values: Object.fromEntries(pairs.filter(([name]) => name !== '')),
    fault: strayCell ? `"${strayCell.text}" is under no heading.` : null,
  }
}

const unguarded = (text: string) => (GUARDED.test(text) ? text.slice(1) : text)

const isBlank = (record: CsvRecord) => record.cells.every((cell) => !cell.quoted && cell.text.trim() === '')

// One cell and what ends it: a quoted part (quotes doubled inside) with anything loose behind it, or a plain
// part.
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
