import { parseDay } from '#kernel/model/dates.ts'
import { parseCentsText } from '#ui/model/amountText.ts'
import { fromTsv } from '../worksheet/clipboard.ts'
import type { Option } from './display.ts'
import type { Line, ResolvedColumn } from './lines.ts'

/** The column of each cell of a pasted row; null for cells that are skipped. */
export type Places = readonly (string | null)[]

/** The cells of rows pasted from a spreadsheet, with the columns they were matched with. */
export interface PastedRows {
  rows: readonly (readonly string[])[]
  /** The cells of the first row, if it has headings. */
  headings: readonly string[] | null
  places: Places
}

/** A pasted word with the option that it was matched with: "AC" with "Heating and cooling". */
export interface TakenWord {
  typed: string
  taken: string
}

/** The lines read from pasted rows. */
export interface PastedLines {
  /** The values by column name. The value of a cell that could not be read is its text. */
  lines: readonly Line[]
  /** The cells that could not be read. */
  unread: readonly { line: number; column: string }[]
  taken: readonly TakenWord[]
  /** New entries for lists to which people may add. */
  fresh: readonly string[]
}

/** Abbreviations in headings. */
const SAME_WORD: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  amt: 'amount',
  desc: 'description',
}
/** Words in headings that are ignored. */
const IGNORED_WORDS = new Set(['the', 'of', 'usd'])

/** Normalizes a heading for comparison: case, punctuation and abbreviations do not matter. */
function normalizeHeading(text: string): string {
  const labels =
    text
      .toLowerCase()
      .replaceAll('#', ' number ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return labels
    .filter((word) => !IGNORED_WORDS.has(word))
    .map((word) => SAME_WORD[word] ?? word)
    .join(' ')
}

/**
 * Matches the columns by a row of headings. Null if it is not such a row, which means that fewer than two, or
 * less than half, of its cells are known headings.
 */
function matchByHeading(row: readonly string[], columns: readonly ResolvedColumn[]): Places | null {
  const names = new Map(
    columns.flatMap(({ name, label, headings }) =>
      [label, ...headings].map((text) => [normalizeHeading(text), name]),
    ),
  )
  const used = new Set<string>()
  const places = row.map((cell) => {
    const name = names.get(normalizeHeading(cell))
    if (name === undefined || used.has(name)) return null
    used.add(name)
    return name
  })
  const filled = row.filter((cell) => cell.trim() !== '').length
  return used.size >= 2 && used.size * 2 >= filled ? places : null
}

/** Matches the columns in their order. A first column that only numbers the rows is skipped. */
function matchByOrder(rows: readonly (readonly string[])[], columns: readonly ResolvedColumn[]): Places {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const counts = rows.length > 1 && rows.every((row, index) => row[0]?.trim() === String(index + 1))
  const names = [...(counts ? [null] : []), ...columns.map((column) => column.name)]
  return Array.from({ length: width }, (_, index) => names[index] ?? null)
}

/**
 * Reads cells copied from a spreadsheet. Columns are matched by their headings, or else by their order. Rows
 * without text are skipped. Null for a single cell.
 */
export function readRows(text: string, columns: readonly ResolvedColumn[]): PastedRows | null {
  const rows = fromTsv(text).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = [], ...remaining] = rows
  if (rows.length === 0 || (rows.length === 1 && first.length === 1)) return null
  const places = matchByHeading(first, columns)
  if (places) return { rows: remaining, headings: first, places: places }
  return { rows, headings: null, places: matchByOrder(rows, columns) }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMED_DAY = /^(?:(\d{1,2})[-\s.]+)?([a-z]{3})[a-z]*\.?[-\s]*(?:(\d{1,2})\s*,\s*)?(\d{2}|\d{4})$/i
const SHORT_YEAR = /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})$/
/** Completes a two-digit year in this century, because invoices are not older. */
const toFullYear = (year: string) => (year.length === 2 ? `20${year}` : year)

/**
 * Reads a day as spreadsheets write it: 10/5/2026, 10/5/26, 2026-10-05, 5-Oct-26, Oct 5, 2026. Null for
 * anything else.
 */
export function readDay(text: string): string | null {
  const trimmed = text.trim().replace(/\s+0?0:00(:00)?$/, '')
  const short = SHORT_YEAR.exec(trimmed)
  const plain = parseDay(
    short ? `${short[1]?.replaceAll(/[.-]/g, '/')}${toFullYear(short[2] ?? '')}` : trimmed,
  )
  if (plain) return plain
  const [, before, month = '', after, year = ''] = NAMED_DAY.exec(trimmed) ?? []
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  const day = before ?? after
  return number === 0 || day === undefined ? null : parseDay(`${number}/${Number(day)}/${toFullYear(year)}`)
}

type CellResult = { value: unknown; unread?: boolean; taken?: TakenWord; fresh?: string }

/** Returns the words of a text for comparison, without case, punctuation and plural. */
const normalizeWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  )
const normalizeText = (text: string): string => normalizeWords(text).join(' ')

/**
 * Returns the option that a pasted word means: by its label, a synonym of the column, or as the only label
 * that contains all its words.
 */
function findOption(text: string, { facts, synonyms, sameAs }: ResolvedColumn): Option | undefined {
  const options = (facts.options ?? []).filter((option) => !option.disabled)
  const findByLabel = (label: string) =>
    options.find((option) => normalizeText(option.label) === normalizeText(label))
  const exactMatch = findByLabel(text) ?? findByLabel(synonyms[text.toLowerCase()] ?? '')
  if (exactMatch) return exactMatch
  const labels = normalizeWords(text)
  const containsWords = (label: string) =>
    labels.length > 0 && labels.every((word) => normalizeWords(label).includes(word))
  const alike = options.filter((option) =>
    sameAs ? sameAs(option.label, text) : containsWords(option.label),
  )
  return alike.length === 1 ? alike[0] : undefined
}

function readChoice(text: string, column: ResolvedColumn): CellResult {
  const { creatable } = column.facts
  const option = findOption(text, column)
  if (!option)
    return creatable ? { value: { id: 0, label: text }, fresh: text } : { value: text, unread: true }
  const value = creatable ? { id: Number(option.value), label: option.label } : option.value
  return option.label.toLowerCase() === text.toLowerCase()
    ? { value }
    : { value, taken: { typed: text, taken: option.label } }
}

const NUMBER = /^-?\d+(\.\d+)?$/
const YES = /^(y|yes|x|true|1)$/i
const NO = /^(n|no|false|0)$/i

function readPlain(text: string, { kind }: ResolvedColumn): unknown {
  if (kind === 'money') return parseCentsText(text)
  if (kind === 'day') return readDay(text)
  if (kind === 'number' || kind === 'percent') {
    const bare = text.replaceAll(/[,\s%]/g, '')
    return NUMBER.test(bare) ? Number(bare) : null
  }
  if (kind === 'flag') return YES.test(text) || (NO.test(text) ? false : null)
  return kind === 'longText' ? text : text.replaceAll(/\s+/g, ' ')
}

/** Returns the value of a pasted cell in its column; a text without a meaning there stays unchanged. */
function readCell(cell: string, column: ResolvedColumn): CellResult {
  const text = cell.trim()
  if (text === '') return { value: column.kind === 'flag' ? false : null }
  if (column.kind === 'choice') return readChoice(text, column)
  const value = readPlain(text, column)
  return value === null ? { value: text, unread: true } : { value }
}

/** Reads pasted rows into lines with the columns they were matched with. */
export function readPastedLines(
  { rows, places }: PastedRows,
  columns: readonly ResolvedColumn[],
): PastedLines {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const unread: { line: number; column: string }[] = []
  const wordsByText = new Map<string, TakenWord>()
  const fresh = new Set<string>()
  const lines = rows.map((row, line) => {
    const values: Line = {}
    for (const [index, name] of places.entries()) {
      const column = name === null ? undefined : byName.get(name)
      if (!column) continue
      const read = readCell(row[index] ?? '', column)
      values[column.name] = read.value
      if (read.unread) unread.push({ line, column: column.name })
      if (read.taken) wordsByText.set(read.taken.typed, read.taken)
      if (read.fresh) fresh.add(read.fresh)
    }
    return values
  })
  return { lines, unread, taken: [...wordsByText.values()], fresh: [...fresh] }
}
