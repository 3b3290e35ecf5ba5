import { type ExportPlan, getExportCell } from '#ground/platform/exports/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { type OutCell, type OutSheet, writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { getCriteria, type Options } from './figures.ts'
import type { AnyReport, Sums } from './report.ts'
import { isWithheld, WITHHELD_TEXT } from './withheld.ts'

type Filled = {
  rows: readonly Readonly<Record<string, unknown>>[]
  /** The parameters of the report. */
  asked: Readonly<Record<string, unknown>>
  /** Labels of the values of parameters. */
  options?: Options
  /** Labels of columns that differ from their declaration; '' leaves a column out. */
  labels: Readonly<Record<string, string>>
  totals: Sums
  readAt: string
}

/** Excel's own limit for the name of a sheet. */
const LONGEST_NAME = 31
const [WIDE, NARROW] = [34, 14]

const cellAt = (report: AnyReport, name: string, value: unknown): OutCell =>
  getExportCell(getFieldMeta(report.row[name]!), value)

const isText = (report: AnyReport, name: string): boolean => getFieldMeta(report.row[name]!)?.kind === 'text'

/** The columns of a report's sheet. */
const getNames = ({ columns }: AnyReport, labels: Filled['labels']) =>
  columns.filter((name) => labels[name] !== '')
const getLabel = ({ row }: AnyReport, name: string, labels: Filled['labels']) =>
  labels[name] ?? getFieldMeta(row[name]!)?.label ?? name

/**
 * The lines of a report's sheet above the headings and below the rows: title and parameters; totals and
 * definitions.
 */
function around(report: AnyReport, { asked, options = {}, labels, totals, readAt }: Omit<Filled, 'rows'>) {
  const criteria = getCriteria(report, asked, options).map(({ label, value }) => `${label}: ${value}`)
  const total = getNames(report, labels).map((name, index): OutCell => {
    if (name in totals) return { ...cellAt(report, name, totals[name]), look: 'total' }
    return { value: index === 0 ? 'Total' : null, look: 'total' }
  })
  const above: OutCell[][] = [
    [{ value: report.facts.title, look: 'heading' }],
    [{ value: [`Read ${formatDate(readAt, 'MM/DD/YYYY h:mm A')}`, ...criteria].join(' · ') }],
    [],
  ]
  return { above, below: [total, [], [{ value: report.footnote }]] as OutCell[][] }
}

/** A report as a sheet of a workbook: title and parameters, rows, totals, and definitions. */
export function getReportSheet(report: AnyReport, filled: Filled): OutSheet {
  const { rows, labels } = filled
  const names = getNames(report, labels)
  const { above, below } = around(report, filled)
  return {
    name: report.facts.title.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, LONGEST_NAME),
    widths: names.map((name) => (isText(report, name) ? WIDE : NARROW)),
    frozen: { rows: above.length + 1, columns: 1 },
    lock: false,
    rows: [
      ...above,
      names.map((name) => ({ value: getLabel(report, name, labels), look: 'heading' as const })),
      ...rows.map((row) =>
        names.map((name) =>
          isWithheld(row, name) ? { value: WITHHELD_TEXT } : cellAt(report, name, row[name]),
        ),
      ),
      ...below,
    ],
  }
}

/** The same as a plan, for a file whose rows come in batches. */
export function getReportPlan(report: AnyReport, filled: Omit<Filled, 'rows'>, total: number): ExportPlan {
  const { labels } = filled
  const columns = getNames(report, labels).map((name) => ({
    name,
    label: getLabel(report, name, labels),
    meta: getFieldMeta(report.row[name]!),
    wide: isText(report, name),
  }))
  return { columns, total, ...around(report, filled) }
}

/** A report as a workbook of one sheet. */
export const loadWorkbook = (report: AnyReport, filled: Filled): Promise<Uint8Array> =>
  writeWorkbook([getReportSheet(report, filled)])
