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

/** Excel's own limit for the name of a sheet. */
const LONGEST_NAME = 31

type Sheet = Pick<OutSheet, 'name' | 'widths' | 'frozen'>

/** A workbook of one sheet, written while its rows come in batches: memory does not grow with them. */
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
