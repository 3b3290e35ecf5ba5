import { getFileEnding } from './files.ts'
import type { Line } from './lines.ts'

/** A kind of document that the lines of a list have. */
export interface DocumentKind {
  kind: string
  /** Words in file names of this kind, in lower case: `invoice`, `inv`. */
  words: readonly string[]
  /** The field of the line with the document's number, such as that of an invoice or check. */
  number?: string
  /** Whether pictures without a recognized kind are of this kind. */
  pictures?: boolean
}

/**
 * The kind of a file and the lines it belongs to, counted from 0. Null or empty if the name does not say.
 */
export interface FilePlace {
  kind: string | null
  lines: readonly number[]
}

const PICTURES: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.heic', '.webp'])
/** Shorter numbers count only directly after a word for their kind: "check 12". */
const LEAST_NUMBER = 3

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Returns a pattern that finds a text as a separate word; between its letters and digits any other
 * characters, or none, may occur.
 */
function buildPattern(text: string, before = ''): RegExp | null {
  const parts = text.toLowerCase().match(/\p{L}+|\p{N}+/gu)
  if (!parts) return null
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${before}${parts.map(escapeRegExp).join('[^\\p{L}\\p{N}]*')}(?![\\p{N}])(?!\\p{L})`,
    'u',
  )
}

const GAP = '[^\\p{L}\\p{N}]*(?:no|nr|number)?[^\\p{L}\\p{N}]*'
const joinAlternatives = (labels: readonly string[]): string =>
  `(?:${labels.map((word) => escapeRegExp(word)).join('|')})`

/**
 * Returns whether a file's name contains a number; a short number counts only directly after a word for its
 * kind.
 */
function hasNumber(name: string, number: unknown, { words }: DocumentKind): boolean {
  const text = typeof number === 'string' ? number.trim() : ''
  const alone = text.length < LEAST_NUMBER ? null : buildPattern(text)
  return [alone, buildPattern(text, joinAlternatives(words) + GAP)].some((regExp) => regExp?.test(name))
}

const getIndexes = (lines: readonly Line[], has: (line: Line, index: number) => boolean): number[] =>
  lines.flatMap((line, index) => (has(line, index) ? [index] : []))

/** Returns the kind that the words of a name say; null if they say none or several. */
function findKindByWord(name: string, kinds: readonly DocumentKind[]): DocumentKind | null {
  const matchingKinds = kinds.filter(({ words }) =>
    words.some((word) => new RegExp(`(?<!\\p{L})${escapeRegExp(word)}(?!\\p{L})`, 'u').test(name)),
  )
  return matchingKinds.length === 1 ? matchingKinds[0]! : null
}

/**
 * Returns the line that a name gives by its position: "item 10", "#10", or a number of at most three digits
 * at the beginning. Empty if there is none.
 */
function findLineByPosition(name: string, noun: string, count: number): number[] {
  const namedPosition = new RegExp(
    `(?:(?<!\\p{L})${escapeRegExp(noun.toLowerCase())}\\s*[-_ ]?|#)(\\d{1,3})(?!\\d)`,
    'u',
  ).exec(name)
  const number = Number((namedPosition ?? /^(\d{1,3})(?![\p{N}\p{L}]|[-_.]?\d)/u.exec(name))?.[1])
  return number >= 1 && number <= count ? [number - 1] : []
}

/** Returns the line whose location is in the name ("unit 15"); empty unless there is exactly one. */
function findLineByLocation(name: string, lines: readonly Line[], field: string | undefined): number[] {
  if (!field) return []
  const indexes = getIndexes(lines, (line) => {
    const place = line[field]
    return typeof place === 'string' && /\d/.test(place) && (buildPattern(place)?.test(name) ?? false)
  })
  return indexes.length === 1 ? indexes : []
}

/** Returns the kinds that have a number in the name, each with its lines. */
const findByNumbers = (name: string, lines: readonly Line[], kinds: readonly DocumentKind[]) =>
  kinds.flatMap((kind) => {
    const { number } = kind
    const indexes =
      number === undefined ? [] : getIndexes(lines, (line) => hasNumber(name, line[number], kind))
    return indexes.length > 0 ? [{ kind, lines: indexes }] : []
  })

/** Adds all lines with the same number as one of these, because a check can pay several invoices. */
function addLinesWithSameNumber(
  matches: readonly number[],
  lines: readonly Line[],
  { number }: DocumentKind,
): number[] {
  if (number === undefined) return [...matches]
  const numbers = new Set(matches.map((index) => lines[index]?.[number]).filter(Boolean))
  return getIndexes(lines, (line, index) => matches.includes(index) || numbers.has(line[number]))
}

/**
 * Returns the line and kind of a file by its name: the line's own number if the name has it ("item 10"),
 * otherwise an invoice or check number, otherwise a number at the beginning or the place of the work. If a
 * number fits two kinds and no word decides, nothing is guessed.
 */
export function matchFile(
  fileName: string,
  lines: readonly Line[],
  kinds: readonly DocumentKind[],
  { noun, place }: { noun: string; place?: string },
): FilePlace {
  const ending = getFileEnding(fileName)
  const name = fileName.slice(0, fileName.length - ending.length).toLowerCase()
  const documentKind = findKindByWord(name, kinds)
  const numbered = findByNumbers(name, lines, kinds)
  const kindMatch = documentKind && numbered.find((item) => item.kind === documentKind)
  const namesPosition = new RegExp(`(?<!\\p{L})${escapeRegExp(noun.toLowerCase())}[-_ ]*\\d|#\\d`, 'u').test(
    name,
  )
  const byNumber = kindMatch ? [kindMatch] : numbered
  if (!namesPosition && byNumber.length > 0) {
    const clear = new Set(byNumber.map((item) => item.lines.join())).size === 1
    const kind = documentKind ?? (byNumber.length === 1 ? byNumber[0]!.kind : null)
    if (!clear) return { kind: kind?.kind ?? null, lines: [] }
    return {
      kind: kind?.kind ?? null,
      lines: kind ? addLinesWithSameNumber(byNumber[0]!.lines, lines, kind) : byNumber[0]!.lines,
    }
  }
  const matches = findLineByPosition(name, noun, lines.length)
  const lineIndexes = matches.length > 0 ? matches : findLineByLocation(name, lines, place)
  const kind =
    documentKind ??
    (lineIndexes.length > 0 && PICTURES.has(ending) ? (kinds.find((kind) => kind.pictures) ?? null) : null)
  return {
    kind: kind?.kind ?? null,
    lines: kind ? addLinesWithSameNumber(lineIndexes, lines, kind) : lineIndexes,
  }
}
