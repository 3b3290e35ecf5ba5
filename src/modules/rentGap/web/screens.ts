import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts
const at = '/rentIncrease'

/** Screens of rent gap assistance. */
export const screens = [
  screen(facts.queue, 'Rent gap assistance', () => import('./Queue.tsx'), { permission }),
  screen(`${at}/RentGapReviewList`, 'Rent gap applications of a year', () => import('./ReviewList.tsx'), {
    permission,
  }),
  screen(
    `${at}/RentGapAssistanceList/:propertyId`,
    'Rent gap assistance of a property',
    () => import('./PropertyApplications.tsx'),
    { permission },
  ),
  screen(facts.open, facts.label, () => import('./Application.tsx'), { permission }),
  screen(`${at}/RentGapAssistanceReview/:propertyId/:id`, 'Rent gap review', () => import('./ReviewScreen.tsx'), {
    permission,
  }),
]
