import { screen } from '#kernel/web/screens.ts'
import { reportWeb } from '#report/web/index.ts'
import { facts } from '../model/facts.ts'

const report = () => import('../model/report.ts')
const ofReport = reportWeb(facts, report)

/** The report, and the same seen from a property: by its bedrooms, or all of them one by one. */
export default {
  ...ofReport,
  screens: [
    ...(ofReport.screens ?? []),
    screen(
      '/reporting/PropertyViewOccupancyByReport/:projectId?',
      'Occupancy of a property',
      async () => {
        const [{ renderScreen }, { default: occupancyBy }] = await Promise.all([
          import('#report/web/ReportScreen.tsx'),
          report(),
        ])
        const groupBy = (projectId: number | null) => ({
          groupBy: projectId === null ? 'property' : 'bedrooms',
        })
        return { default: renderScreen([occupancyBy], groupBy, 'Occupancy') }
      },
      { permission: facts.permission! },
    ),
  ],
}
