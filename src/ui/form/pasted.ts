import { parseDay } from '#kernel/model/dates.ts'
import { parseCentsText } from '#ui/model/amountText.ts'
import { fromTsv } from '../worksheet/clipboard.ts'
import type { Option } from './display.ts'
import type { Line, ResolvedColumn } from './lines.ts'

/** Which column each cell of a pasted row goes to; null for cells that are left out. */
export type Places = readonly (string | null)[]

/** Rows that were pasted from a spreadsheet, before anything is made of them. */
export interface PastedRows {
  rows: readonly (readonly string[])[]
  /** The words above the rows, where the first row was headings. */
  headings: readonly string[] | null
  places: Places
}

/** A word that was taken for another: "AC" for "Heating and cooling". */
export interface TakenWord {
  typed: string
  taken: string
}

/** Pasted rows as lines. */
export interface PastedLines {
  /** Values by column name; a cell that could not be read holds its text. */
  lines: readonly Line[]
  /** The cells that could not be read. */
  unread: readonly { line: number; column: string }[]
  taken: readonly TakenWord[]
  /** Entries that are not on their list yet, where the list may grow. */
  fresh: readonly string[]
}

const SAME_WORD: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  amt: 'amount',
  desc: 'description',
}
const NO_WORD = new Set(['the', 'of', 'usd'])

/** A heading as compared: case, punctuation and the ways to write "number" do not matter. */
function plainHeading(text: string): string {
  const labels =
    text
      .toLowerCase()
      .replaceAll('#', ' number ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return labels
    .filter((word) => !NO_WORD.has(word))
    .map((word) => SAME_WORD[word] ?? word)
    .join(' ')
}

/**
 * The columns that a row of headings names; null when it is no such row: fewer than two, or less than half,
 * are known.
 */
function byHeading(row: readonly string[], columns: readonly ResolvedColumn[]): Places | null {
  const names = new Map(
    columns.flatMap(({ name, label, headings }) =>
      [label, ...headings].map((text) => [plainHeading(text), name]),
    ),
  )
  const used = new Set<string>()
  const places = row.map((cell) => {
    const name = names.get(plainHeading(cell))
    if (name === undefined || used.has(name)) return null
    used.add(name)
    return name
  })
  const filled = row.filter((cell) => cell.trim() !== '').length
  return used.size >= 2 && used.size * 2 >= filled ? places : null
}

/** The columns in their order; a first column that only counts the rows is left out. */
function byOrder(rows: readonly (readonly string[])[], columns: readonly ResolvedColumn[]): Places {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const counts = rows.length > 1 && rows.every((row, index) => row[0]?.trim() === String(index + 1))
  const names = [...(counts ? [null] : []), ...columns.map((column) => column.name)]
  return Array.from({ length: width }, (_, index) => names[index] ?? null)
}

/**
 * Reads cells copied from a spreadsheet; columns are matched by their headings, otherwise by their order.
 * Rows without any text are left out. Null for no more than one cell.
 */
export function readRows(text: string, columns: readonly ResolvedColumn[]): PastedRows | null {
  const rows = fromTsv(text).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = [], ...remaining] = rows
  if (rows.length === 0 || (rows.length === 1 && first.length === 1)) return null
  const places = byHeading(first, columns)
  if (places) return { rows: remaining, headings: first, places: places }
  return { rows, headings: null, places: byOrder(rows, columns) }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMED_DAY = /^(?:(\d{1,2})[-\s.]+)?([a-z]{3})[a-z]*\.?[-\s]*(?:(\d{1,2})\s*,\s*)?(\d{2}|\d{4})$/i
const SHORT_YEAR = /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})$/
/** Two digits of a year mean this century: invoices are not older. */
const century = (year: string) => (year.length === 2 ? `20${year}` : year)

/**
 * A day as spreadsheets write it: 10/5/2026, 10/5/26, 2026-10-05, 5-Oct-26, Oct 5, 2026; null for anything
 * else.
 */
export function readDay(text: string): string | null {
  const trimmed = text.trim().replace(/\s+0?0:00(:00)?$/, '')
  const short = SHORT_YEAR.exec(trimmed)
  const plain = parseDay(short ? `${short[1]?.replaceAll(/[.-]/g, '/')}${century(short[2] ?? '')}` : trimmed)
  if (plain) return plain
  const [, before, month = '', after, year = ''] = NAMED_DAY.exec(trimmed) ?? []
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  const day = before ?? after
  return number === 0 || day === undefined ? null : parseDay(`${number}/${Number(day)}/${century(year)}`)
}

type Read = { value: unknown; unread?: boolean; taken?: TakenWord; fresh?: string }

/** Words as compared: without case and punctuation, one thing like many. */
const plainWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  )
const plain = (text: string): string => plainWords(text).join(' ')

/**
 * The option a pasted word means: its label, a word the column knows for it, or the only label that holds all
 * its words.
 */
function optionFor(text: string, { facts, synonyms, sameAs }: ResolvedColumn): Option | undefined {
  const options = (facts.options ?? []).filter((option) => !option.disabled)
  const findByLabel = (label: string) => options.find((option) => plain(option.label) === plain(label))
  const exactMatch = findByLabel(text) ?? findByLabel(synonyms[text.toLowerCase()] ?? '')
  if (exactMatch) return exactMatch
  const labels = plainWords(text)
  const holds = (label: string) =>
    labels.length > 0 && labels.every((word) => plainWords(label).includes(word))
  const alike = options.filter((option) => (sameAs ? sameAs(option.label, text) : holds(option.label)))
  return alike.length === 1 ? alike[0] : undefined
}

function readChoice(text: string, column: ResolvedColumn): Read {
  const { creatable } = column.facts
  const option = optionFor(text, column)
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
function readCell(cell: string, column: ResolvedColumn): Read {
  const text = cell.trim()
  if (text === '') return { value: column.kind === 'flag' ? false : null }
  if (column.kind === 'choice') return readChoice(text, column)
  const value = readPlain(text, column)
  return value === null ? { value: text, unread: true } : { value }
}

/** Pasted rows as lines of the columns they were matched with. */
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
