import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getReportPath } from '../model/facts.ts'
import { readAddress, readReportQuery } from '../model/parameters.ts'
import type { ReportQuery, ServedReport } from './serveReport.ts'

const getReports = slot('reports')

/** A saved report as it is stored. */
export type StoredView = { savedViewId: number; name: string; list: string; state: string }

/**
 * Returns the default parameters of the reports with the same number, on a day. Parameters with the same
 * name are the same parameter.
 */
export const getDefaults = (
  servedReports: readonly ServedReport[],
  today: string,
): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(
      Object.assign({ propertyStatus: 0 }, ...servedReports.map(({ report }) => report.defaults?.(today))),
    ).filter(([, value]) => value !== undefined && value !== null),
  ) as Record<string, string | number | boolean>

/** Finds the reports of a screen by its path; empty if the screen has no report. */
export const findReportsOfScreen = (list: string): ServedReport[] =>
  getReports().filter(({ report }) => getReportPath(report.facts).toLowerCase() === list.toLowerCase())

/** Returns the address of a saved report, with everything that was saved. */
export const getReportAddress = ({ list, state }: StoredView): string => {
  const [first] = findReportsOfScreen(list)
  return `${first ? getReportPath(first.report.facts) : list}?${getQuery(state)}`
}

function getQuery(state: string): string {
  try {
    const { query } = JSON.parse(state) as { query?: unknown }
    return typeof query === 'string' ? query : ''
  } catch {
    return ''
  }
}

/**
 * Reads the report of a saved view with its parameters as of today; null if the view does not belong to a
 * report.
 */
export function readView(view: StoredView, today: string): { one: ServedReport; asked: ReportQuery } | null {
  const servedReports = findReportsOfScreen(view.list)
  const query = new URLSearchParams(getQuery(view.state))
  const servedReport =
    servedReports.find(({ report }) => (report.part ?? '') === query.get('part')) ?? servedReports[0]
  if (!servedReport) return null
  const { choices, ...remaining } = readAddress(query)
  return {
    one: servedReport,
    asked: {
      ...readReportQuery(servedReport.report, getDefaults(servedReports, today), choices),
      ...remaining,
    } as ReportQuery,
  }
}

/** Loads a saved view that the caller may see: their own, or one shared by a colleague. */
export async function loadReportView({ transaction }: Pick<AnyContext, 'transaction'>, savedViewId: number) {
  const { rows } = await transaction.query<StoredView>(
    'select saved_view_id as "savedViewId", name, list, state from saved_view where saved_view_id = $1',
    [savedViewId],
  )
  return rows[0]
}
