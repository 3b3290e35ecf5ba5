import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

/**
 * The screens of the program. The specification names no permission for them (reading B8), so only the
 * server checks.
 */
export const screens = [
  screen(facts.month.open, 'TCAP month', () => import('./Month.tsx'), {
    patterns: { periodDate: /^\d{4}-\d{2}-\d{2}$/ },
  }),
  screen(facts.quarter.open, 'TCAP quarter', () => import('./Quarter.tsx')),
  screen('/TCAPList/:id', 'TCAP months of a property', () => import('./PropertyMonths.tsx'), {
    property: 'id',
  }),
  screen('/TCAPProjectList', 'TCAP properties', () => import('./ProjectList.tsx')),
  screen(facts.queue, 'TCAP quarters', () => import('./AdminQueue.tsx')),
  screen('/TCAPAdminList', 'TCAP properties of the agency', async () => ({
    default: (await import('./ProjectList.tsx')).AdminList,
  })),
]
