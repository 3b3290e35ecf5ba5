import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts

/**
 * The screens of occupancy (reading B6). In `/occupancy/list/:id` the id is a user's; in
 * `/occupancy/list/project/:id` it is a property's.
 */
export const screens = [
  screen(facts.open, 'Occupancy month', () => import('./Month.tsx'), { permission }),
  screen('/occupancy/list/project/:id', 'Occupancy of a property', () => import('./PropertyMonths.tsx'), {
    permission,
    property: 'id',
  }),
  screen(facts.worksheet, 'Occupancy', () => import('./WorksheetScreen.tsx'), { permission }),
]
