import type { CsvTable } from '#ui/table/csv.ts'

/** A heading the file must or may have. */
export type ImportColumn = { name: string; required?: boolean }

/** A refusal of the server: the line of the file and the reasons. */
export type ImportFault = { line: number; faults: readonly string[] }

/**
 * A row of the file, its faults, and its progress. Values are stored under the names of the expected columns.
 */
export type ImportRow = {
  line: number
  values: Readonly<Record<string, string>>
  faults: readonly string[]
  outcome: 'ready' | 'faulty' | 'refused' | 'imported'
}

/** Headings compare without regard to case and spaces: people retype them. */
const plain = (name: string) => name.replaceAll(/[\s_]+/g, '').toLowerCase()

/**
 * Checks a file that was read: first its headings, then each row with `check`.
 * Throws SyntaxError naming every missing and every unknown heading.
 */
export function checkTable(
  table: CsvTable,
  columns: readonly ImportColumn[],
  check: (row: Readonly<Record<string, string>>) => readonly string[],
): ImportRow[] {
  const namesByPlain = new Map(table.columns.map((name) => [plain(name), name]))
  const missing = columns
    .filter(({ name, required }) => required && !namesByPlain.has(plain(name)))
    .map(({ name }) => name)
  const validNames = new Set(columns.map(({ name }) => plain(name)))
  const unknown = table.columns.filter((name) => !validNames.has(plain(name)))
  const faults = [
    missing.length > 0 && `Missing columns: ${missing.join(', ')}.`,
    unknown.length > 0 && `Unknown columns: ${unknown.join(', ')}.`,
  ].filter(Boolean)
  if (faults.length > 0) throw new SyntaxError(faults.join(' '))
  return table.rows.map((row) => {
    const values = Object.fromEntries(
      columns.map(({ name }) => [name, row.values[namesByPlain.get(plain(name)) ?? '']?.trim() ?? '']),
    )
    const rowFaults = [...(row.fault ? [row.fault] : []), ...check(values)]
    return { line: row.line, values, faults: rowFaults, outcome: rowFaults.length > 0 ? 'faulty' : 'ready' }
  })
}
