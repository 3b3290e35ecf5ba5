import type { CsvTable } from '#ui/table/csv.ts'

/** A required or optional heading of the file. */
export type ImportColumn = { name: string; required?: boolean }

/** A row that the server refused: its line in the file and the reasons. */
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

/** Normalizes a heading, because people retype headings with other spaces and another case. */
const normalizeHeading = (name: string) => name.replaceAll(/[\s_]+/g, '').toLowerCase()

/**
 * Checks the headings of a file, and then each row with `check`. Throws a SyntaxError that lists every
 * missing and every unknown heading.
 */
export function checkTable(
  table: CsvTable,
  columns: readonly ImportColumn[],
  check: (row: Readonly<Record<string, string>>) => readonly string[],
): ImportRow[] {
  const namesByPlain = new Map(table.columns.map((name) => [normalizeHeading(name), name]))
  const missing = columns
    .filter(({ name, required }) => required && !namesByPlain.has(normalizeHeading(name)))
    .map(({ name }) => name)
  const validNames = new Set(columns.map(({ name }) => normalizeHeading(name)))
  const unknown = table.columns.filter((name) => !validNames.has(normalizeHeading(name)))
  const faults = [
    missing.length > 0 && `Missing columns: ${missing.join(', ')}.`,
    unknown.length > 0 && `Unknown columns: ${unknown.join(', ')}.`,
  ].filter(Boolean)
  if (faults.length > 0) throw new SyntaxError(faults.join(' '))
  return table.rows.map((row) => {
    const values = Object.fromEntries(
      columns.map(({ name }) => [
        name,
        row.values[namesByPlain.get(normalizeHeading(name)) ?? '']?.trim() ?? '',
      ]),
    )
    const rowFaults = [...(row.fault ? [row.fault] : []), ...check(values)]
    return { line: row.line, values, faults: rowFaults, outcome: rowFaults.length > 0 ? 'faulty' : 'ready' }
  })
}
