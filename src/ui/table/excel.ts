import { formatDate, today } from '#kernel/model/dates.ts'
import { downloadBlob } from '../frame/download.ts'
import type { OutCell, OutSheet } from '../model/xlsxWrite.ts'
import type { Column } from './columns.tsx'
import { DEFAULT_EXPORT_NAME } from './csv.ts'

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Excel's own limit for the name of a sheet, and the widths of its columns in characters. */
const LONGEST_NAME = 31
const WIDTH = { least: 8, most: 60 }

/**
 * A list as the sheet of a workbook: headings, then rows with numbers as numbers; columns of buttons are left
 * out (CSV-03).
 */
export function listSheet<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): OutSheet {
  const written = columns.filter(({ sortable }) => sortable)
  const cell = ({ kind, csv }: Column<Row>, row: Row): OutCell => {
    const value = csv(row)
    return kind === 'money' && typeof value === 'number'
      ? { value, look: 'money' }
      : { value: value === '' ? null : value }
  }
  const cells = rows.map((row) => written.map((column) => cell(column, row)))
  const widths = written.map(({ label }, index) =>
    cells.reduce((widest, row) => Math.max(widest, String(row[index]?.value ?? '').length), label.length),
  )
  return {
    name: name.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, LONGEST_NAME),
    widths: widths.map((width) => Math.min(WIDTH.most, Math.max(WIDTH.least, width + 2))),
    frozen: { rows: 1, columns: 1 },
    lock: false,
    rows: [written.map(({ label }): OutCell => ({ value: label, look: 'heading' })), ...cells],
  }
}

/** Saves sheets as a workbook; what writes it is fetched when first needed. */
export async function saveWorkbook(name: string, sheets: readonly OutSheet[]): Promise<void> {
  const { writeWorkbook } = await import('../model/xlsxWrite.ts')
  downloadBlob(`${name}.xlsx`, new Blob([await writeWorkbook(sheets)], { type: EXCEL }))
}

/** Saves rows as the workbook of a list. */
export const saveExcel = <Row>(
  name = DEFAULT_EXPORT_NAME,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
) =>
  saveWorkbook(`${name.replace(/\.csv$/i, '')}-${formatDate(today(), 'MM/DD/YYYY').replaceAll('/', '-')}`, [
    listSheet(name, columns, rows),
  ])
