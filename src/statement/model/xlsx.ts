/**
 * Reads the cells of an Excel workbook (.xlsx): a zip of XML files. Only what a table needs: texts, numbers and
 * formulas’ results. Runs in the browser and on the server; every bound is kept while unpacking, so that a
 * small file that unpacks into a huge one is refused.
 */

const MOST_BYTES = 20_000_000
export const MOST_ROWS = 5000
const MOST_COLUMNS = 200
const MOST_FILES = 500

/** Why a workbook cannot be read, in a sentence. */
export class WorkbookError extends Error {}

const notRead = (): never => {
  throw new WorkbookError('This file is no Excel workbook that can be read. Save it as .xlsx or .csv and try again.')
}

/** Refuses what is left out otherwise: figures below the last row that is read would be missed by nobody. */
export const tooLong = (): never => {
  throw new WorkbookError(`This file has more than ${MOST_ROWS} rows. Leave out what is no account, and try again.`)
}

type Packed = { name: string; method: number; packed: number; offset: number }

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const HEADER_LENGTH = 30
const LONGEST_COMMENT = 65_535

/** The table of contents at the end of a zip. */
function contentsOf(view: DataView): Packed[] {
  let end = view.byteLength - END_LENGTH
  const least = Math.max(0, end - LONGEST_COMMENT)
  while (end >= least && view.getUint32(end, true) !== END) end -= 1
  if (end < least) notRead()
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > MOST_FILES) notRead()
  const text = new TextDecoder()
  return Array.from({ length: count }, () => {
    if (at + ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ENTRY) notRead()
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    const entry = {
      name: text.decode(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_LENGTH, name)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    }
    at += ENTRY_LENGTH + name + extra + comment
    return entry
  })
}

/** Unpacks one file of the zip as text; stops as soon as it grows beyond the bound. */
async function unpack(view: DataView, { method, packed, offset }: Packed, left: { bytes: number }): Promise<string> {
  const start = offset + HEADER_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + start, packed)
  const source = new Blob([bytes]).stream()
  if (method !== 0 && method !== 8) notRead()
  const stream = method === 8 ? source.pipeThrough(new DecompressionStream('deflate-raw')) : source
  const text = new TextDecoder()
  let read = ''
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    left.bytes -= part.value.byteLength
    if (left.bytes < 0) {
      await reader.cancel()
      throw new WorkbookError('This workbook is too large. Leave only the sheet with the figures in it.')
    }
    read += text.decode(part.value, { stream: true })
  }
  return read + text.decode()
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plain = (xml: string): string =>
  xml.replace(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
/** The texts within a piece of XML, one after another, as they were before Excel’s escapes and the guard of a formula. */
const textsIn = (xml: string): string =>
  [...xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)]
    .map((found) => plain(found[1]!))
    .join('')
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/^'(?='*[=+\-@\t\r])/, '')

/** `B12` → 1: the place of a column. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The rows of a sheet, the first one first; empty rows between stay, so that a row’s place is its number. */
function rowsOf(sheet: string, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const [, attributes = '', content = ''] of sheet.matchAll(/<row\b([^>]*)>([\s\S]*?)<\/row>/g)) {
    const number = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? rows.length + 1)
    if (number > MOST_ROWS) {
      // Rows that were only formatted hold nothing.
      if (/<[vt][\s>]/.test(content)) tooLong()
      continue
    }
    while (rows.length < number) rows.push([])
    const row = rows[number - 1]!
    for (const [, told = '', inner = ''] of content.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const place = columnOf(/\br="([A-Z]{1,3}\d+)"/.exec(told)?.[1] ?? '')
      if (place < 0 || place >= MOST_COLUMNS) continue
      const value = plain(/<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(inner)?.[1] ?? '')
      const kind = /\bt="(\w+)"/.exec(told)?.[1]
      while (row.length < place) row.push('')
      row[place] =
        kind === 's' ? (shared[Number(value)] ?? '') : kind === 'inlineStr' ? textsIn(inner) : shownNumber(value, kind)
    }
  }
  return rows
}

/**
 * A cell as the spreadsheet shows it. Numbers are stored as the machine reckons them: 0.1 + 0.2 reads 0.3, and what is left
 * of a sum that comes to nothing, 4.5E-13, reads 0. Faults of formulas stay: nobody should take one for an empty cell.
 */
function shownNumber(value: string, kind: string | undefined): string {
  if (kind === 'b' && value !== '') return value === '0' ? 'FALSE' : 'TRUE'
  if (kind === 'str' || kind === 'e' || value === '' || !Number.isFinite(Number(value))) return value
  const exact = Number(Number(value).toPrecision(15))
  return String(Math.abs(exact) < LEAST ? 0 : exact)
}
/** What no figure of a statement is as small as. */
const LEAST = 1e-6

/** A sheet as it was read: its name, and its cells as texts. */
export type ReadSheet = { name: string; rows: string[][] }

/** The sheets of a workbook in the order of their tabs, each with the file that holds it. */
function sheetsIn(files: readonly Packed[], book: string, relations: string): { name: string; file: Packed }[] {
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([one]) => [attribute(one, 'Id'), attribute(one, 'Target')]),
  )
  const listed = [...book.matchAll(/<sheet\b[^>]*>/g)].flatMap(([one]) => {
    const path = `xl/${(targets.get(attribute(one, 'r:id')) ?? '').replace(/^\/?(xl\/)?/, '')}`
    const file = files.find(({ name }) => name === path)
    return file ? [{ name: attribute(one, 'name'), file }] : []
  })
  if (listed.length > 0) return listed
  const found = files.filter(({ name }) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  return found
    .toSorted((a, b) => a.name.length - b.name.length || a.name.localeCompare(b.name))
    .map((file) => ({ name: '', file }))
}

const attribute = (tag: string, name: string): string => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/**
 * The sheets of a workbook: those of these names, or the first one where it has none of them. Throws WorkbookError for
 * what is none, or is too large.
 */
export async function readSheets(bytes: Uint8Array<ArrayBuffer>, wanted: readonly string[] = []): Promise<ReadSheet[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < END_LENGTH) notRead()
  try {
    const files = contentsOf(view)
    const left = { bytes: MOST_BYTES }
    const textOf = async (path: string) => {
      const file = files.find(({ name }) => name === path)
      return file ? unpack(view, file, left) : ''
    }
    const sheets = sheetsIn(files, await textOf('xl/workbook.xml'), await textOf('xl/_rels/workbook.xml.rels'))
    const named = sheets.filter(({ name }) => wanted.includes(name))
    const strings = await textOf('xl/sharedStrings.xml')
    const shared = [...strings.matchAll(/<si>([\s\S]*?)<\/si>/g)].map((found) => textsIn(found[1]!))
    const read: ReadSheet[] = []
    for (const { name, file } of named.length > 0 ? named : [sheets[0] ?? notRead()])
      read.push({ name, rows: rowsOf(await unpack(view, file, left), shared) })
    return read
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    return notRead()
  }
}

/** The cells of a workbook’s first sheet as texts. Throws WorkbookError as `readSheets` does. */
export const readWorkbook = async (bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> =>
  (await readSheets(bytes))[0]!.rows
