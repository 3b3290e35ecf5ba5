import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'

/** One line of a source file: every value is text, an absent one is the empty string. */
export type Line = Record<string, string>

/**
 * Reads a file of `demo/data`, in file order; a name ending in `.gz` is unpacked.
 * Throws when the file is missing or a line does not have the header's columns.
 */
export function readLines(fileName: string): Line[] {
  const bytes = readFileSync(new URL(`./data/${fileName}`, import.meta.url))
  const text = (fileName.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const parsed = Papa.parse<Line>(text, { header: true, skipEmptyLines: true })
  const fault = parsed.errors[0]
  if (fault) throw new Error(`demo/data/${fileName}, line ${(fault.row ?? 0) + 2}: ${fault.message}`)
  return parsed.data
}

/** The value of a column that the file must have. */
export function column(line: Line, name: string): string {
  const value = line[name]
  if (value === undefined) throw new Error(`demo/data: there is no column ${name}`)
  return value.trim()
}

/** A number, or null for a blank. */
export function numberOrNull(line: Line, name: string): number | null {
  const text = column(line, name)
  return text === '' ? null : Number(text)
}
