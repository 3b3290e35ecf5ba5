import { strToU8, type UnzipFileInfo, unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { agencyDay } from '#kernel/model/dates.ts'
import { decodeXml, getAttribute, normalizeSheetXml } from '../model/sheetXml.ts'
import { type ReadSheet, type ReadWorkbook, WorkbookError } from '../model/workbook.ts'

/**
 * Reads the cells of an Excel workbook (.xlsx), a zip of XML files: texts, numbers, days and results of
 * formulas. It works synchronously, so in a browser it must run in a worker (`readBook.ts`), which is ended
 * when it takes too long. A workbook that is too large is refused by the directory of the zip, before
 * anything is unpacked.
 */

const MAX_BYTES = 20_000_000
const MAX_FILES = 500
const MAX_SHEETS = 60

const refuseUnreadable = (): never => {
  throw new WorkbookError(
    'This file is no Excel workbook that can be read. Open it in Excel, save it again as .xlsx or .csv, and try again.',
  )
}

const BOOK = 'xl/workbook.xml'
const needed =
  /^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml$|\.rels$|^\[Content_Types\]\.xml$/

/** Returns the XML files of the zip. It refuses a zip whose directory lists too many or too large files. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let [files, size, book] = [0, 0, false]
  const inspectEntry = ({ name, originalSize }: UnzipFileInfo): boolean => {
    files += 1
    if (name === BOOK) book = true
    if (needed.test(name)) size += originalSize
    return false
  }
  unzipSync(bytes, { filter: inspectEntry })
  if (files > MAX_FILES || size > MAX_BYTES)
    throw new WorkbookError('This workbook is too large. Leave only the sheet with the figures in it.')
  if (!book) refuseUnreadable()
  return unzipSync(bytes, { filter: ({ name }) => needed.test(name) })
}

/**
 * Removes floating-point noise from stored numbers: 0.1 + 0.2 is read as 0.3, and a remainder near zero as
 * 0.
 */
function cleanNumber(value: string): string {
  if (!Number.isFinite(Number(value))) return value
  const exact = Number(Number(value).toPrecision(15))
  return String(Math.abs(exact) < SMALLEST_FIGURE ? 0 : exact)
}
/** Every figure of a statement other than zero is at least as large as this. */
const SMALLEST_FIGURE = 1e-6

/**
 * Returns a cell as text. A day, which a sheet stores without a time zone, becomes 2026-10-05. The
 * apostrophe that protects a text from being run as a formula is removed.
 */
function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return agencyDay(cell, 'UTC')
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell).replace(/^'(?='*[=+\-@\t\r])/, '')
}

const sheetTag = /<(?:[\w.-]+:)?sheet\b[^<>]*>/g

type Options = Parameters<typeof readXlsxFile>[1]

/**
 * Returns the sheets of a workbook with these names, or the first sheet if it has none of them. Throws
 * WorkbookError for a file that is not a workbook, is broken, or is too large.
 */
export async function readBookSheets(
  bytes: Uint8Array,
  sheetNames: readonly string[] = [],
): Promise<ReadWorkbook> {
  try {
    const files = unpack(bytes)
    const text = new TextDecoder()
    const names = [...text.decode(files[BOOK]).matchAll(sheetTag)].map(([tag]) =>
      decodeXml(getAttribute(tag, 'name')),
    )
    if (names.length === 0 || names.length > MAX_SHEETS) refuseUnreadable()
    const requestedNames = names.filter((name) => sheetNames.includes(name))
    const styled = 'xl/styles.xml' in files
    const normalizedFiles = Object.entries(files).map(([path, content]) => {
      const xml = path.startsWith('xl/worksheets/') && path.endsWith('.xml') && text.decode(content)
      return [path, xml ? strToU8(normalizeSheetXml(xml, styled)) : content] as const
    })
    // Not deflated again: the library would unpack deflated files in a worker of its own, which our content
    // policy forbids.
    const uncompressed = zipSync(Object.fromEntries(normalizedFiles), { level: 0 })
    const options = {
      sheets: requestedNames.length > 0 ? requestedNames : [names[0]],
      trim: false,
      parseNumber: cleanNumber,
    }
    const read = await readXlsxFile(uncompressed.buffer as ArrayBuffer, options as Options)
    const sheets = read.map(({ sheet, data }) => ({
      name: sheet,
      rows: data.map((row) => row.map(formatCell)),
    }))
    return { sheets, names }
  } catch (error) {
    if (error instanceof WorkbookError) throw error
    return refuseUnreadable()
  }
}

/** Returns the sheets of a workbook, as `readBookSheets` reads them. */
export const readSheets = async (
  bytes: Uint8Array,
  sheetNames: readonly string[] = [],
): Promise<ReadSheet[]> => (await readBookSheets(bytes, sheetNames)).sheets
