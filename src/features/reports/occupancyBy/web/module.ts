import { declareReportScreen } from '#engines/report/web/index.ts'
import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const loadReport = () => import('../model/report.ts')
const reportModule = declareReportScreen(facts, loadReport)

/** The screens of the report, and the one from a property: by bedrooms, or of all properties. */
export default {
  ...reportModule,
  screens: [
    ...(reportModule.screens ?? []),
    screen(
      '/reporting/PropertyViewOccupancyByReport/:projectId?',
      'Occupancy of a property',
      async () => {
        const [{ renderScreen }, { default: occupancyBy }] = await Promise.all([
          import('#engines/report/web/ReportScreen.tsx'),
          loadReport(),
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
