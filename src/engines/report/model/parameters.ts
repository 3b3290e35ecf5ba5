import { getFieldMeta } from '#kernel/model/field.ts'
import { ALL } from './facts.ts'
import { filterBlock } from './filters.ts'
import type { AnyReport } from './report.ts'

/** The values chosen above a report, as text by parameter. A parameter that is missing has its default. */
export type ParameterChoices = Readonly<Record<string, string>>

type Value = string | number | boolean
type Defaults = Readonly<Record<string, Value>>

/** Every parameter a report has: its own first, then those of the filter block. */
export const getReportParameters = (report: AnyReport) => ({ ...report.parameters, ...filterBlock })

const isNumber = (kind: string | undefined): boolean =>
  kind === 'number' || kind === 'percent' || kind === 'id' || kind === 'money'

function convertText(report: AnyReport, name: string, text: string): Value | undefined {
  const schema = (getReportParameters(report) as AnyReport['parameters'])[name]
  const meta = schema && getFieldMeta(schema)
  if (meta?.kind === 'flag') return text === 'true'
  const numeric = isNumber(meta?.kind) || meta?.refersTo !== undefined || meta?.labels !== undefined
  if (!numeric) return text
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Builds the parameters for the server: the choices converted to their types, and the defaults of all
 * others.
 */
export function readReportQuery(
  report: AnyReport,
  defaults: Defaults,
  choices: ParameterChoices,
): Record<string, Value> {
  // Another report on the same screen may have other parameters, which are left out.
  const reportParameters = getReportParameters(report)
  const query: Record<string, Value> = Object.fromEntries(
    Object.entries(defaults).filter(([name]) => name in reportParameters),
  )
  for (const [name, text] of Object.entries(choices)) {
    if (text === '' || !(name in reportParameters)) continue
    const value = text === ALL ? undefined : convertText(report, name, text)
    if (value === undefined) delete query[name]
    else query[name] = value
  }
  return query
}

/** The value of a parameter as its field shows it: the choice, else the default. */
export const getParameterText = (defaults: Defaults, choices: ParameterChoices, name: string): string =>
  choices[name] || String(defaults[name] ?? '')

/**
 * Reads the query of a report screen's address: the choices by parameter (including the grouping of
 * subtotals), the search, the order, and whether only exceptions are listed.
 */
export function readAddress(
  query: URLSearchParams,
): { choices: ParameterChoices } & Readonly<Record<string, unknown>> {
  const choiceEntries = [...query].filter(([name]) => name.startsWith('where.'))
  const { exceptionsOnly, ...choices } = Object.fromEntries(
    choiceEntries.map(([name, value]) => [name.slice(6), value]),
  )
  const [find, order] = [query.get('find')?.trim(), query.get('sort')]
  const descending = order?.startsWith('-') === true
  return {
    choices,
    ...(find && { search: find }),
    ...(exceptionsOnly === 'true' && { exceptionsOnly: true }),
    ...(order && { sortBy: descending ? order.slice(1) : order, descending }),
  }
}
