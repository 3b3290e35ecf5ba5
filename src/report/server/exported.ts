import type { ExportPlanner } from '#ground/platform/exports/server/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { getReportPlan } from '../model/sheet.ts'
import { askedInShape } from './asking.ts'
import { optionsAsked } from './choices.ts'
import type { ServedReport } from './serveReport.ts'

/** Defines how a report is exported to a file: its columns, parameters, totals and definitions. */
export const getExportPlan = (servedReport: ServedReport): ExportPlanner => ({
  call: servedReport.report.list as Call,
  restricted: servedReport.report.restricted === true,
  plan: async (context, parameters) => {
    const { report } = servedReport
    const query = askedInShape(servedReport, { ...parameters, startRow: 0, fetchCount: 1 })
    const { total, totals, readAt } = await servedReport.find(query, context)
    const options = await optionsAsked(context, servedReport, query)
    return getReportPlan(
      report,
      { asked: query, options, labels: report.labels?.(query) ?? {}, totals, readAt },
      total,
    )
  },
})
