import { formatDate } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { type Column, columns, hiddenWhere } from '#ui/table/columns.tsx'
import { formatPercentPoints, formatReportFigure, getReportLabel } from '../model/figures.ts'
import type { AnyReport, Sums } from '../model/index.ts'
import { isWithheld } from '../model/withheld.ts'

export type ReportRow = Readonly<Record<string, unknown>>
const builders = columns<ReportRow>()

type ReportParameters = Readonly<Record<string, unknown>>

/**
 * Returns the column of a field: its format follows from the kind of the field, and a field with links
 * becomes a column of links.
 */
function getColumn(
  report: AnyReport,
  name: string,
  label: string,
  query: ReportParameters,
): Column<ReportRow> {
  const meta = getFieldMeta(report.row[name]!)
  const text = (row: ReportRow) => row[name] as string | null
  const figure = (row: ReportRow) => row[name] as number | null
  const options = { id: name, served: name }
  const getLink = report.links?.[name] as
    | ((row: ReportRow, request: ReportParameters) => string | null)
    | undefined
  const link = getLink && ((row: ReportRow) => getLink(row, query))
  if (link && meta?.labels)
    return builders.link(label, (row) => meta.labels?.[figure(row) ?? -1] ?? '', link, options)
  if (link && meta?.kind === 'day')
    return {
      ...builders.link(label, (row) => formatDate(text(row), 'MM/DD/YYYY'), link, options),
      sortKey: text,
    }
  if (link && meta?.kind !== 'text')
    return {
      ...builders.link(label, (row) => formatReportFigure(report, name, figure(row)), link, options),
      align: 'end',
      csv: (row) => figure(row) ?? '',
      sortKey: figure,
    }
  switch (meta?.kind) {
    case 'money':
      return builders.money(label, figure, options)
    case 'percent':
      return builders.number(label, figure, { ...options, format: formatPercentPoints })
    case 'number':
      return builders.number(label, figure, {
        ...options,
        format: (value) => formatReportFigure(report, name, value),
      })
    case 'day':
      return builders.date(label, text, options)
    case 'moment':
      return builders.moment(label, text, options)
    case 'flag':
      return builders.bool(label, (row) => row[name] as boolean | null, options)
    case 'choice':
      return builders.text(label, (row) => meta.labels?.[figure(row) ?? -1] ?? text(row), options)
    default:
      return link ? builders.link(label, text, link, options) : builders.text(label, text, options)
  }
}

/** The columns of a report's rows for the current choices, with totals over all rows. */
export function getReportColumns(
  report: AnyReport,
  query: ReportParameters,
  totals: Sums,
): readonly Column<ReportRow>[] {
  const labels = report.labels?.(query) ?? {}
  const visibleColumns = report.columns.filter((name) => labels[name] !== '')
  return visibleColumns.map((name, index) => {
    const declared = getColumn(report, name, getReportLabel(report, name, labels), query)
    const column = report.withheld?.[name] ? hiddenWhere(declared, (row) => isWithheld(row, name)) : declared
    if (name in totals) return { ...column, total: () => formatReportFigure(report, name, totals[name]) }
    return index === 0 && Object.keys(report.totals).length > 0 ? { ...column, total: () => 'Total' } : column
  })
}
