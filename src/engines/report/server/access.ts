import { mayCall } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { narrow } from '#kernel/server/narrow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { shape } from '#kernel/server/shape.ts'
import type { ReportQuery, ServedReport } from './serveReport.ts'

const getReports = slot('reports')

/** Finds the report with a path. Refuses with 404 if there is none. */
export const findReport = (path: string): ServedReport =>
  getReports().find(({ report }) => report.path.toLowerCase() === path.toLowerCase()) ??
  refuse.notFound('This report')

/**
 * Returns the context with the scope that the report requires, as if the report's own call had been made.
 * Refuses with 403 if the person may not read it at any property.
 */
export async function checkReader(context: AnyContext, { report }: ServedReport): Promise<AnyContext> {
  const { access } = report.page
  const narrowed = access.kind === 'permission' ? await narrow(context, access.key, false) : context
  if (mayCall(narrowed.actor, access) !== 'yes') refuse.forbidden()
  return narrowed
}

/** Checks and converts the parameters as the report's own call does, and refuses invalid ones by name. */
export const checkParameters = ({ report }: ServedReport, query: object): ReportQuery =>
  shape(report.page, { params: {}, query: query, body: undefined }).query as ReportQuery
