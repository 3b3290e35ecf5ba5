import { getFileEnding } from './files.ts'
import type { Line } from './lines.ts'

/** A kind of document that the lines of a list have. */
export interface DocumentKind {
  kind: string
  /** Words by which its files are known, in lower case: `invoice`, `inv`. */
  words: readonly string[]
  /** The line's field that holds its number, as an invoice or a check has one. */
  number?: string
  /** Pictures that nothing else is known of are of this kind. */
  pictures?: boolean
}

/**
 * Where a file belongs: its kind and the lines it serves, counted from 0. Null and none where the name does
 * not say.
 */
export interface FilePlace {
  kind: string | null
  lines: readonly number[]
}

const PICTURES: ReadonlySet<string> = new Set(['.jpg', '.jpeg', '.png', '.heic', '.webp'])
/** Numbers shorter than this count only right behind the word for their kind: "check 12". */
const LEAST_NUMBER = 3

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Returns a pattern that finds a text as a separate word; between its letters and digits any other
 * characters, or none, may occur.
 */
function pattern(text: string, before = ''): RegExp | null {
  const parts = text.toLowerCase().match(/\p{L}+|\p{N}+/gu)
  if (!parts) return null
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${before}${parts.map(escaped).join('[^\\p{L}\\p{N}]*')}(?![\\p{N}])(?!\\p{L})`,
    'u',
  )
}

const GAP = '[^\\p{L}\\p{N}]*(?:no|nr|number)?[^\\p{L}\\p{N}]*'
const joinAlternatives = (labels: readonly string[]): string =>
  `(?:${labels.map((word) => escaped(word)).join('|')})`

/**
 * Returns whether a file's name contains a number; a short number counts only directly after a word for its
 * kind.
 */
function bears(name: string, number: unknown, { words }: DocumentKind): boolean {
  const text = typeof number === 'string' ? number.trim() : ''
  const alone = text.length < LEAST_NUMBER ? null : pattern(text)
  return [alone, pattern(text, joinAlternatives(words) + GAP)].some((regExp) => regExp?.test(name))
}

const getIndexes = (lines: readonly Line[], has: (line: Line, index: number) => boolean): number[] =>
  lines.flatMap((line, index) => (has(line, index) ? [index] : []))

/** The kind a name says by its words; null when it says none, or two. */
function kindByWord(name: string, kinds: readonly DocumentKind[]): DocumentKind | null {
  const matchingKinds = kinds.filter(({ words }) =>
    words.some((word) => new RegExp(`(?<!\\p{L})${escaped(word)}(?!\\p{L})`, 'u').test(name)),
  )
  return matchingKinds.length === 1 ? matchingKinds[0]! : null
}

/**
 * The line a name says by the line's own number: "item 10", "#10", or a number of at most three digits at the
 * beginning.
 */
function lineByNumber(name: string, noun: string, count: number): number[] {
  const regExpExecArray = new RegExp(
    `(?:(?<!\\p{L})${escaped(noun.toLowerCase())}\\s*[-_ ]?|#)(\\d{1,3})(?!\\d)`,
    'u',
  ).exec(name)
  const number = Number((regExpExecArray ?? /^(\d{1,3})(?![\p{N}\p{L}]|[-_.]?\d)/u.exec(name))?.[1])
  return number >= 1 && number <= count ? [number - 1] : []
}

/** Lines whose place is named ("unit 15"), where just one is. */
function lineByPlace(name: string, lines: readonly Line[], field: string | undefined): number[] {
  if (!field) return []
  const indexes = getIndexes(lines, (line) => {
    const place = line[field]
    return typeof place === 'string' && /\d/.test(place) && (pattern(place)?.test(name) ?? false)
  })
  return indexes.length === 1 ? indexes : []
}

/** Returns the kinds that have a number in the name, each with its lines. */
const byNumbers = (name: string, lines: readonly Line[], kinds: readonly DocumentKind[]) =>
  kinds.flatMap((kind) => {
    const { number } = kind
    const indexes = number === undefined ? [] : getIndexes(lines, (line) => bears(name, line[number], kind))
    return indexes.length > 0 ? [{ kind, lines: indexes }] : []
  })

/** All lines with the same number as one of these: a check that pays several invoices serves them all. */
function sharing(matches: readonly number[], lines: readonly Line[], { number }: DocumentKind): number[] {
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
  const documentKind = kindByWord(name, kinds)
  const numbered = byNumbers(name, lines, kinds)
  const kindMatch = documentKind && numbered.find((item) => item.kind === documentKind)
  const spoken = new RegExp(`(?<!\\p{L})${escaped(noun.toLowerCase())}[-_ ]*\\d|#\\d`, 'u').test(name)
  const byNumber = kindMatch ? [kindMatch] : numbered
  if (!spoken && byNumber.length > 0) {
    const clear = new Set(byNumber.map((item) => item.lines.join())).size === 1
    const kind = documentKind ?? (byNumber.length === 1 ? byNumber[0]!.kind : null)
    if (!clear) return { kind: kind?.kind ?? null, lines: [] }
    return {
      kind: kind?.kind ?? null,
      lines: kind ? sharing(byNumber[0]!.lines, lines, kind) : byNumber[0]!.lines,
    }
  }
  const matches = lineByNumber(name, noun, lines.length)
  const lineIndexes = matches.length > 0 ? matches : lineByPlace(name, lines, place)
  const kind =
    documentKind ??
    (lineIndexes.length > 0 && PICTURES.has(ending) ? (kinds.find((kind) => kind.pictures) ?? null) : null)
  return { kind: kind?.kind ?? null, lines: kind ? sharing(lineIndexes, lines, kind) : lineIndexes }
}
