import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts

/** The screens of annual statements with their paths. */
export const screens = [
  screen(facts.open, 'Annual statement', () => import('./Statement.tsx'), { permission }),
  screen('/afs/list/multi', 'Annual statements', () => import('./MultiList.tsx'), { permission }),
  screen(
    '/afs/list/single/:propertyId',
    'Annual statements of a property',
    () => import('./PropertyStatements.tsx'),
    {
      permission,
    },
  ),
  screen(facts.byYear, 'Statements by year', () => import('./ReviewList.tsx'), { permission }),
  screen(
    '/afs/review/list/:propertyId',
    'Statements of a property to review',
    () => import('./ReviewOfProperty.tsx'),
    {
      permission,
    },
  ),
]
