import type { ServerModule } from '#kernel/server/module.ts'
import { getExportPlan } from './exported.ts'
import type { ServedReport } from './serveReport.ts'

export type { PortfolioFigure } from './figures.ts'
export { mayReadAtSql, reportGroupSql, shareSql } from './properties.ts'
export { runReport } from './runReport.ts'
export { serveReport } from './serveReport.ts'

/** Creates the manifest of a module with these reports. */
export const createReportsModule = (...reports: readonly ServedReport[]): ServerModule => ({
  reports,
  served: reports.flatMap(({ served }) => served),
  exportPlans: reports.map(getExportPlan),
})
