import { formatDate, today } from '#kernel/model/dates.ts'
import { downloadBlob } from '../frame/download.ts'
import type { OutCell, OutSheet } from '../model/xlsxWrite.ts'
import type { Column } from './columns.tsx'
import { DEFAULT_EXPORT_NAME } from './csv.ts'

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Excel's limit for the name of a sheet. */
const LONGEST_NAME = 31
/** The limits of the column widths, in characters. */
const WIDTH = { min: 8, max: 60 }

/**
 * Returns a list as the sheet of a workbook: headings, then rows in which numbers are numbers. Columns of
 * buttons are left out (CSV-03).
 */
export function listSheet<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): OutSheet {
  const exportedColumns = columns.filter(({ sortable }) => sortable)
  const cell = ({ kind, csv }: Column<Row>, row: Row): OutCell => {
    const value = csv(row)
    return kind === 'money' && typeof value === 'number'
      ? { value, look: 'money' }
      : { value: value === '' ? null : value }
  }
  const cells = rows.map((row) => exportedColumns.map((column) => cell(column, row)))
  const widths = exportedColumns.map(({ label }, index) =>
    cells.reduce((widest, row) => Math.max(widest, String(row[index]?.value ?? '').length), label.length),
  )
  return {
    name: name.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, LONGEST_NAME),
    widths: widths.map((width) => Math.min(WIDTH.max, Math.max(WIDTH.min, width + 2))),
    frozen: { rows: 1, columns: 1 },
    lock: false,
    rows: [exportedColumns.map(({ label }): OutCell => ({ value: label, look: 'heading' })), ...cells],
  }
}

/** Saves sheets as a workbook. The code that writes it is loaded on first use. */
export async function saveWorkbook(name: string, sheets: readonly OutSheet[]): Promise<void> {
  const { writeWorkbook } = await import('../model/xlsxWrite.ts')
  downloadBlob(`${name}.xlsx`, new Blob([await writeWorkbook(sheets)], { type: EXCEL }))
}

/** Saves the rows of a list as a workbook. */
export const saveExcel = <Row>(
  name = DEFAULT_EXPORT_NAME,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
) =>
  saveWorkbook(`${name.replace(/\.csv$/i, '')}-${formatDate(today(), 'MM/DD/YYYY').replaceAll('/', '-')}`, [
    listSheet(name, columns, rows),
  ])
