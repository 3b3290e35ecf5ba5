import { mayCall } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import { narrow } from '#kernel/server/narrow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { shape } from '#kernel/server/shape.ts'
import type { Asked, ServedReport } from './serveReport.ts'

const reports = slot('reports')

/** The report with a path; 404 if there is none. */
export const reportAt = (path: string): ServedReport =>
  reports().find(({ report }) => report.path.toLowerCase() === path.toLowerCase()) ??
  refuse.notFound('This report')

/**
 * The context with the scope that the report requires of its readers, as if its own call had been made; 403
 * for people who may not read it at any property.
 */
export async function asReader(context: AnyContext, { report }: ServedReport): Promise<AnyContext> {
  const { access } = report.page
  const narrowed = access.kind === 'permission' ? await narrow(context, access.key, false) : context
  if (mayCall(narrowed.actor, access) !== 'yes') refuse.forbidden()
  return narrowed
}

/** The parameters, checked and converted as the report's own call does; refuses invalid ones by name. */
export const askedInShape = ({ report }: ServedReport, query: object): Asked =>
  shape(report.page, { params: {}, query: query, body: undefined }).query as Asked
