import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'

/** A line of a source file by column name. Every value is text, and a missing value is the empty string. */
export type CsvLine = Record<string, string>

/**
 * Reads a file of `demo/data` in file order, and unpacks `.gz` files. Throws if the file is missing or a line
 * does not have the columns of the header.
 */
export function readLines(fileName: string): CsvLine[] {
  const bytes = readFileSync(new URL(`./data/${fileName}`, import.meta.url))
  const text = (fileName.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const parsed = Papa.parse<CsvLine>(text, { header: true, skipEmptyLines: true })
  const firstError = parsed.errors[0]
  if (firstError)
    throw new Error(`demo/data/${fileName}, line ${(firstError.row ?? 0) + 2}: ${firstError.message}`)
  return parsed.data
}

/** Returns the value of a column. Throws if the file has no such column. */
export function readColumn(line: CsvLine, name: string): string {
  const value = line[name]
  if (value === undefined) throw new Error(`demo/data: there is no column ${name}`)
  return value.trim()
}

/** Returns the number in a column, or null if it is empty. */
export function readNumberOrNull(line: CsvLine, name: string): number | null {
  const text = readColumn(line, name)
  return text === '' ? null : Number(text)
}
