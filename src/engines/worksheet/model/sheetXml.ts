import { MAX_SHEET_ROWS, refuseTooManyRows } from './workbook.ts'

const MAX_COLUMNS = 200

/**
 * The text shown for a cell with a formula but no stored value: the program that wrote the file left the
 * computation to Excel.
 */
export const NO_VALUE = '(formula without its value)'

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the entities of an XML text. */
export const decodeXml = (xml: string): string =>
  xml.replace(/&(#x?[\da-fA-F]+|\w+);/g, (match, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? match
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Returns an attribute of a tag; '' if the tag does not have it. */
export const getAttribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''

/** `B12` → 2: the number of a column, from 1. */
const getColumn = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Returns the letters of a column number: 28 → `AB`. */
const getLetters = (column: number): string =>
  column > 26
    ? getLetters(Math.floor((column - 1) / 26)) + getLetters(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)

const TAG = /<(\/?)(?:[\w.-]+:)?(row|c)(?=[\s/>])([^<>]*)>/g
const hasTag = (xml: string, name: string): boolean =>
  new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`).test(xml)
const hasValue = (xml: string): boolean => /<(?:[\w.-]+:)?v(?:\s[^<>]*)?>[^<]/.test(xml)

/** Returns a cell with its reference written out; null for an empty cell. */
function normalizeCell(attributes: string, inner: string, place: string, styled: boolean): string | null {
  const [kind, style] = [getAttribute(attributes, 't'), getAttribute(attributes, 's')]
  const computed = hasTag(inner, 'f')
  if (computed && !hasValue(inner) && !(kind === 'str' && hasTag(inner, 'v')))
    return `<c r="${place}" t="str"><v>${NO_VALUE}</v></c>`
  if (!hasTag(inner, 'v') && !hasTag(inner, 'is')) return null
  // A formula error is read as its text, such as #REF!, so that it is not mistaken for an empty cell.
  const textKind = kind === 'e' ? 'str' : kind
  const marks = [textKind && ` t="${textKind}"`, styled && style && ` s="${style}"`].filter(Boolean).join('')
  return `<c r="${place}"${marks}>${inner.replace(/<(\/?)[\w.-]+:(?=\w)/g, '<$1')}</c>`
}

/**
 * Rewrites the XML of a sheet in one pass, so that the library reads it without loss: cells and rows
 * without a reference get one, namespaces are removed, and formula errors and formulas without a value
 * become texts. Empty rows beyond the limit are removed, because the library would fill up all rows before
 * them. Throws WorkbookError if a row beyond the limit has cells.
 */
export function normalizeSheetXml(xml: string, styled: boolean): string {
  const rows: string[] = []
  let [row, column] = [0, 0]
  let cells: string[] = []
  let open: { attributes: string; from: number } | null = null
  const flush = () => {
    if (cells.length > 0 && row > MAX_SHEET_ROWS) refuseTooManyRows()
    if (cells.length > 0) rows.push(`<row r="${row}">${cells.join('')}</row>`)
    cells = []
  }
  for (const { 0: tag, 1: close, 2: name, 3: attributes = '', index } of xml.matchAll(TAG)) {
    if (name === 'row') {
      flush()
      if (!close) [row, column] = [Number(getAttribute(tag, 'r')) || row + 1, 0]
    } else if (!close) {
      column = getColumn(getAttribute(tag, 'r')) || column + 1
      open = attributes.endsWith('/') ? null : { attributes: tag, from: index + tag.length }
    } else if (open) {
      const inner = xml.slice(open.from, index)
      const cell =
        column <= MAX_COLUMNS && normalizeCell(open.attributes, inner, `${getLetters(column)}${row}`, styled)
      if (cell) cells.push(cell)
      open = null
    }
  }
  flush()
  return `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
}
