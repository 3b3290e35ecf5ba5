import { formatDate, monthName } from '#kernel/model/dates.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyReport } from './report.ts'

/** Formats a percentage with two decimals; '' without data (domain 35). */
export const formatPercentPoints = (points: number | null | undefined): string =>
  points === null || points === undefined ? '' : `${points.toFixed(2)}%`

/** Formats a figure of a report's column. */
export function formatReportFigure(
  report: AnyReport,
  name: string,
  value: number | null | undefined,
): string {
  const kind = getFieldMeta(report.row[name]!)?.kind
  if (kind === 'percent') return formatPercentPoints(value)
  if (kind === 'money') return formatMoney(value)
  const decimals = report.decimals?.[name]
  if (decimals !== undefined) return value === null || value === undefined ? '' : value.toFixed(decimals)
  return formatNumber(value)
}

/** Returns the label of a column: as declared, unless the parameters change it. */
export const getReportLabel = (
  report: AnyReport,
  name: string,
  labels: Readonly<Record<string, string>>,
): string => labels[name] ?? getFieldMeta(report.row[name]!)?.label ?? name

/** Formats any value of a report's column; '' for none. */
export function formatReportValue(report: AnyReport, name: string, value: unknown): string {
  const meta = getFieldMeta(report.row[name]!)
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return meta?.labels?.[value] ?? formatReportFigure(report, name, value)
  if (meta?.kind === 'day') return formatDate(String(value), 'MM/DD/YYYY')
  if (meta?.kind === 'moment') return formatDate(String(value), 'MM/DD/YYYY h:mm A')
  return String(value)
}

/** Whether a column contains figures, which are aligned right. */
export function isFigure(report: AnyReport, name: string): boolean {
  const meta = getFieldMeta(report.row[name]!)
  return !meta?.labels && ['money', 'percent', 'number'].includes(meta?.kind ?? '')
}

/** The options of parameters that are chosen from a list, by parameter. */
export type ParameterOptions = Readonly<
  Record<string, readonly { value: string | number; label: string | null }[]>
>

/** Describes a parameter's value. */
function describeParameter(
  report: AnyReport,
  name: string,
  value: unknown,
  options: ParameterOptions,
): string {
  const meta = getFieldMeta(report.page.query?.shape[name] as never)
  const label = options[name]?.find((item) => String(item.value) === String(value))?.label
  if (label) return label
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (report.months?.includes(name)) return monthName(String(value))
  if (meta?.labels) return meta.labels[Number(value)] ?? String(value)
  if (meta?.kind === 'day') return formatDate(String(value), 'MM/DD/YYYY')
  return report.words?.[name]?.[String(value)] ?? String(value)
}

/** Parameters that only sort, group or page the rows, and do not decide which rows there are. */
const notCriteria = ['sortBy', 'descending', 'startRow', 'fetchCount', 'groupBy']

/** Describes the given parameters of a report by label and value. */
export function getCriteria(
  report: AnyReport,
  query: Readonly<Record<string, unknown>>,
  options: ParameterOptions,
): { label: string; value: string }[] {
  return Object.entries(query)
    .filter(([name]) => !notCriteria.includes(name) || name in report.parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => {
      if (name === 'exceptionsOnly')
        return {
          label: report.exceptions ?? 'Exceptions only',
          value: describeParameter(report, name, value, {}),
        }
      const schema = report.page.query?.shape[name]
      const label = (schema && getFieldMeta(schema)?.label) ?? name
      return { label, value: describeParameter(report, name, value, options) }
    })
}
