import { screen } from '#kernel/web/screens.ts'
import { occupancyFacts } from '../model/facts.ts'

const { permission } = occupancyFacts

/**
 * The screens of occupancy (reading B6). In `/occupancy/list/:id` the id is a user's; in
 * `/occupancy/list/project/:id` it is a property's.
 */
export const screens = [
  screen(occupancyFacts.open, 'Occupancy month', () => import('./Month.tsx'), { permission }),
  screen('/occupancy/list/project/:id', 'Occupancy of a property', () => import('./PropertyMonths.tsx'), {
    permission,
    property: 'id',
  }),
  screen(occupancyFacts.worksheet, 'Occupancy', () => import('./WorksheetScreen.tsx'), { permission }),
]
