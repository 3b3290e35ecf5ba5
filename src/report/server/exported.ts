import type { ExportPlanner } from '#ground/platform/exports/server/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { getReportPlan } from '../model/sheet.ts'
import { askedInShape } from './asking.ts'
import { optionsAsked } from './choices.ts'
import type { ServedReport } from './serveReport.ts'

/** How a report is exported to a file: its columns, parameters, totals and definitions. */
export const getExportPlan = (one: ServedReport): ExportPlanner => ({
  call: one.report.list as unknown as Call,
  restricted: one.report.restricted === true,
  plan: async (context, wanted) => {
    const { report } = one
    const asked = askedInShape(one, { ...wanted, startRow: 0, fetchCount: 1 })
    const { total, totals, readAt } = await one.find(asked, context)
    const options = await optionsAsked(context, one, asked)
    return getReportPlan(report, { asked, options, labels: report.labels?.(asked) ?? {}, totals, readAt }, total)
  },
})
