import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'

/** A line of a source file. Every value is text, and a missing one is the empty string. */
export type Line = Record<string, string>

/**
 * Reads a file of `demo/data` in file order, and unpacks `.gz` files. Throws if the file is missing or a line
 * does not have the columns of the header.
 */
export function readLines(fileName: string): Line[] {
  const bytes = readFileSync(new URL(`./data/${fileName}`, import.meta.url))
  const text = (fileName.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const parsed = Papa.parse<Line>(text, { header: true, skipEmptyLines: true })
  const fault = parsed.errors[0]
  if (fault) throw new Error(`demo/data/${fileName}, line ${(fault.row ?? 0) + 2}: ${fault.message}`)
  return parsed.data
}

/** Returns the value of a column. Throws if the file has no such column. */
export function column(line: Line, name: string): string {
  const value = line[name]
  if (value === undefined) throw new Error(`demo/data: there is no column ${name}`)
  return value.trim()
}

/** Returns the number in a column, or null if it is empty. */
export function numberOrNull(line: Line, name: string): number | null {
  const text = column(line, name)
  return text === '' ? null : Number(text)
}
