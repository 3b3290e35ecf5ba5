import { screen } from '#kernel/web/screens.ts'

const access = { permission: 'AFS' } as const

/** The screens of report cards with their paths. */
export const screens = [
  screen('/afs/review/reportcard/:afsId', 'Report card', () => import('./ReportCard.tsx'), access),
  screen(
    '/afs/review/reportcard/of/:year/:propertyId',
    'Report card of a year',
    async () => ({ default: (await import('./ReportCard.tsx')).CardOfYear }),
    access,
  ),
  screen(
    '/afs/review/budgetvsaudit/:afsId',
    'Budget against audit',
    () => import('./BudgetVsAudit.tsx'),
    access,
  ),
]
