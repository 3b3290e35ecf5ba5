import { type CsvColumn, toCsv } from '#kernel/model/csv.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { workbookStream } from '#ui/model/xlsxStream.ts'
import type { OutCell } from '#ui/model/xlsxWrite.ts'
import { type CellMeta, getExportCell } from './cells.ts'

export type ExportRow = Readonly<Record<string, unknown>>

/** The parts of a file other than its rows. */
export type ExportPlan = {
  columns: readonly { name: string; label: string; meta: CellMeta | undefined; wide: boolean }[]
  /** The number of rows; null if it is unknown until the end. */
  total: number | null
  /** Lines of a workbook above the headings and below the rows. A CSV has only headings and rows. */
  above: readonly (readonly OutCell[])[]
  below: readonly (readonly OutCell[])[]
}

type Batches = AsyncIterable<readonly ExportRow[]>

const BYTE_ORDER_MARK = '\uFEFF'
const [WIDE, NARROW] = [34, 14]
/** Excel's own limit for a sheet. */
const MAX_ROWS = 1_048_576

/** Rows as CSV, one piece for each batch; the byte order mark makes Excel read it as UTF-8 (CSV-02). */
export async function* generateCsv({ columns }: ExportPlan, batches: Batches): AsyncGenerator<string> {
  const csvColumns = columns.map(
    ({ name, label, meta }): CsvColumn<ExportRow> => ({
      label,
      value: (row) => getExportCell(meta, row[name]).value,
    }),
  )
  const heading = toCsv(csvColumns, [])
  yield BYTE_ORDER_MARK + heading
  for await (const rows of batches) if (rows.length > 0) yield toCsv(csvColumns, rows).slice(heading.length)
}

/** Rows as a workbook with one sheet, piece by piece. Refuses more rows than a sheet can have. */
export function generateWorkbook(
  title: string,
  plan: ExportPlan,
  batches: Batches,
): AsyncGenerator<Uint8Array> {
  const { columns, above, below } = plan
  const headings = columns.map(({ label }): OutCell => ({ value: label, look: 'heading' }))
  async function* buildLines() {
    let count = above.length + below.length + 1
    yield [...above, headings]
    for await (const rows of batches) {
      count += rows.length
      if (count > MAX_ROWS)
        refuse.rule('There are more rows than an Excel sheet can have. Choose CSV instead.')
      yield rows.map((row) => columns.map(({ name, meta }) => getExportCell(meta, row[name])))
    }
    yield below
  }
  const widths = columns.map(({ wide }) => (wide ? WIDE : NARROW))
  return workbookStream({ name: title, widths, frozen: { rows: above.length + 1, columns: 1 } }, buildLines())
}
