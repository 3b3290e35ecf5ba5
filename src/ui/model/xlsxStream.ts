import {
  bookFiles,
  ONLY_SHEET,
  type OutCell,
  type OutSheet,
  rowXml,
  sheetHead,
  sheetTail,
} from './xlsxWrite.ts'
import { zipStream } from './zip.ts'

/** The maximum length of a sheet's name in Excel. */
const LONGEST_NAME = 31

type Sheet = Pick<OutSheet, 'name' | 'widths' | 'frozen'>

/**
 * Writes a workbook with one sheet from batches of rows, so that memory use does not grow with their number.
 */
export function workbookStream(
  { name, ...sheet }: Sheet,
  batches: AsyncIterable<readonly (readonly OutCell[])[]>,
): AsyncGenerator<Uint8Array> {
  async function* content() {
    yield sheetHead(sheet)
    let position = 0
    for await (const rows of batches) {
      if (rows.length > 0) yield rows.map((cells, index) => rowXml(cells, position + index)).join('')
      position += rows.length
    }
    yield sheetTail({ ...sheet, lock: false })
  }
  const sheetName = name.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, LONGEST_NAME)
  return zipStream([...Object.entries(bookFiles([sheetName])), [ONLY_SHEET, content()]])
}
