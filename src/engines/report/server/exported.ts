import type { ExportPlanner } from '#core/platform/exports/server/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { buildExportPlan } from '../model/sheet.ts'
import { checkParameters } from './access.ts'
import { loadOptionsOf } from './choices.ts'
import type { ServedReport } from './serveReport.ts'

/** Defines how a report is exported to a file: its columns, parameters, totals and definitions. */
export const getExportPlan = (servedReport: ServedReport): ExportPlanner => ({
  call: servedReport.report.list as Call,
  restricted: servedReport.report.restricted === true,
  plan: async (context, parameters) => {
    const { report } = servedReport
    const query = checkParameters(servedReport, { ...parameters, startRow: 0, fetchCount: 1 })
    const { total, totals, readAt } = await servedReport.loadPage(query, context)
    const options = await loadOptionsOf(context, servedReport, query)
    return buildExportPlan(
      report,
      { asked: query, options, labels: report.labels?.(query) ?? {}, totals, readAt },
      total,
    )
  },
})
