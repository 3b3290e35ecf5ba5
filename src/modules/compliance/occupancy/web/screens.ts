import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts

/** Screens of occupancy (reading B6): the id of a list is a person's, of a project's list the property's. */
export const screens = [
  screen(facts.open, 'Occupancy month', () => import('./Month.tsx'), { permission }),
  screen('/occupancy/list/project/:id', 'Occupancy of a property', () => import('./PropertyMonths.tsx'), {
    permission,
    property: 'id',
  }),
  screen(facts.worksheet, 'Occupancy', () => import('./WorksheetScreen.tsx'), { permission }),
]
