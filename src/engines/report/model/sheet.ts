import { type ExportPlan, getExportCell } from '#core/platform/exports/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { type OutCell, type OutSheet, writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { getCriteria, type ParameterOptions } from './figures.ts'
import type { AnyReport, Sums } from './report.ts'
import { isWithheld, NOT_SHOWN_TEXT } from './withheld.ts'

type SheetInput = {
  rows: readonly Readonly<Record<string, unknown>>[]
  /** The parameters of the report. */
  asked: Readonly<Record<string, unknown>>
  /** Labels of the values of parameters. */
  options?: ParameterOptions
  /** Labels of columns that differ from their declaration; '' leaves a column out. */
  labels: Readonly<Record<string, string>>
  totals: Sums
  readAt: string
}

/** Excel's own limit for the name of a sheet. */
const MAX_NAME_LENGTH = 31
const [WIDE, NARROW] = [34, 14]

const cellAt = (report: AnyReport, name: string, value: unknown): OutCell =>
  getExportCell(getFieldMeta(report.row[name]!), value)

const isText = (report: AnyReport, name: string): boolean => getFieldMeta(report.row[name]!)?.kind === 'text'

/** The columns in a report's sheet. */
const getNames = ({ columns }: AnyReport, labels: SheetInput['labels']) =>
  columns.filter((name) => labels[name] !== '')
const getLabel = ({ row }: AnyReport, name: string, labels: SheetInput['labels']) =>
  labels[name] ?? getFieldMeta(row[name]!)?.label ?? name

/**
 * Builds the lines of a report's sheet above the headings (title and parameters) and below the rows (totals
 * and definitions).
 */
function buildSurroundingLines(
  report: AnyReport,
  { asked, options = {}, labels, totals, readAt }: Omit<SheetInput, 'rows'>,
) {
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

/** Builds a report's sheet of a workbook: title and parameters, rows, totals and definitions. */
export function buildReportSheet(report: AnyReport, input: SheetInput): OutSheet {
  const { rows, labels } = input
  const names = getNames(report, labels)
  const { above, below } = buildSurroundingLines(report, input)
  return {
    name: report.facts.title.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, MAX_NAME_LENGTH),
    widths: names.map((name) => (isText(report, name) ? WIDE : NARROW)),
    frozen: { rows: above.length + 1, columns: 1 },
    lock: false,
    rows: [
      ...above,
      names.map((name) => ({ value: getLabel(report, name, labels), look: 'heading' as const })),
      ...rows.map((row) =>
        names.map((name) =>
          isWithheld(row, name) ? { value: NOT_SHOWN_TEXT } : cellAt(report, name, row[name]),
        ),
      ),
      ...below,
    ],
  }
}

/** Builds the plan of such a sheet for a file whose rows come in batches. */
export function buildExportPlan(
  report: AnyReport,
  input: Omit<SheetInput, 'rows'>,
  total: number,
): ExportPlan {
  const { labels } = input
  const columns = getNames(report, labels).map((name) => ({
    name,
    label: getLabel(report, name, labels),
    meta: getFieldMeta(report.row[name]!),
    wide: isText(report, name),
  }))
  return { columns, total, ...buildSurroundingLines(report, input) }
}

/** Writes a report as a workbook with one sheet. */
export const writeReportWorkbook = (report: AnyReport, input: SheetInput): Promise<Uint8Array> =>
  writeWorkbook([buildReportSheet(report, input)])
