import { downloadBlob } from '#ui/frame/download.ts'
import { parseCells } from '#ui/table/csv.ts'
import {
  type Book,
  type BookContent,
  getSheets,
  getTemplateLines,
  type OpenedFile,
  toOpenedFile,
  writeBook,
} from '../model/book.ts'
import { getFileKind } from '../model/disguise.ts'
import { MAX_SHEET_ROWS, refuseTooManyRows, WorkbookError } from '../model/workbook.ts'
import { readBookInWorker } from './readBook.ts'

/** The number of bytes that are read to tell a table from other files. */
const CHECKED_BYTES = 8192

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The maximum size of a table; tables of statements are far smaller. */
const MAX_BYTES = 10_000_000

type Readers<T> = { workbook: (file: File) => Promise<T>; table: (rows: string[][]) => T }

/** Opens a CSV file or an Excel workbook, chosen by its content; returns a sentence if it cannot be read. */
async function openByKind<T>(file: File, { workbook, table }: Readers<T>): Promise<T | string> {
  try {
    // Decides by content, because a workbook may have lost its extension, and an older one may be named like
    // a table.
    const kind = getFileKind(new Uint8Array(await file.slice(0, CHECKED_BYTES).arrayBuffer()), file.name)
    if (kind === 'workbook') return await workbook(file)
    if (kind !== 'table') return kind.problem
    if (file.size > MAX_BYTES)
      return 'This file is larger than 10 MB. Leave only the lines with accounts in it.'
    const text = (await file.text()).trimEnd()
    if (text.split('\n', MAX_SHEET_ROWS + 1).length > MAX_SHEET_ROWS) refuseTooManyRows()
    return table(parseCells(text))
  } catch (error) {
    if (error instanceof WorkbookError || error instanceof SyntaxError) return error.message
    return 'The file could not be read.'
  }
}

/** Opens a CSV file or an Excel workbook for a statement; returns a sentence if it cannot be read. */
export const openFile = (file: File, book: Book): Promise<OpenedFile | string> =>
  openByKind<OpenedFile>(file, {
    workbook: async () => toOpenedFile(await readBookInWorker(file, getSheets(book)), book),
    table: (rows) => ({ tables: [{ sheet: null, rows }], lists: {}, about: [] }),
  })

/**
 * Returns the cells of a CSV file, or of the first sheet of an Excel workbook, as texts; returns a sentence
 * if the file cannot be read.
 */
export const openCells = (file: File): Promise<string[][] | string> =>
  openByKind<string[][]>(file, {
    workbook: async () => (await readBookInWorker(file, [])).sheets[0]?.rows ?? [],
    table: (rows) => rows,
  })

/**
 * Saves a statement as an Excel workbook on the user's machine; a template leaves out the entered figures.
 */
export async function saveBook(
  book: Book,
  content: BookContent,
  name: string,
  template: boolean,
): Promise<void> {
  const bytes = await writeBook(book, template ? { lines: getTemplateLines(book, content.lines) } : content)
  downloadBlob(`${name}.xlsx`, new Blob([bytes], { type: EXCEL }))
}
