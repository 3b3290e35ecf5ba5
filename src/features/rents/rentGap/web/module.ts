import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { RENT_GAP_MODULE } from '../model/applications.ts'
import { facts, getListPath } from '../model/facts.ts'

const { queue, permission } = facts
const basePath = '/rentIncrease'
const list = `${basePath}/RentGapAssistanceList/:propertyId`
const review = reviewWeb(facts, () => import('./pages.tsx'), {
  [`${basePath}/RentGapAssistanceReview/:propertyId/:id`]: 'Rent gap review',
})

/** The screens and menu entries of rent gap assistance. */
export default {
  ...review,
  screens: [
    screen(queue, 'Rent gap assistance', () => import('./Queue.tsx'), { permission }),
    screen(
      `${basePath}/RentGapReviewList`,
      'Rent gap applications of a year',
      () => import('./ReviewList.tsx'),
      {
        permission,
      },
    ),
    screen(list, 'Rent gap assistance of a property', () => import('./PropertyApplications.tsx'), {
      permission,
    }),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Requests',
      order: 245,
      label: 'Rent gap assistance',
      to: queue,
      permission,
      below: [
        `${basePath}/RentGapReviewList`,
        `${basePath}/RentGapAssistanceList`,
        `${basePath}/RentGapAssistance`,
        `${basePath}/RentGapAssistanceReview`,
      ],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: RENT_GAP_MODULE,
      label: facts.label,
      to: (id) => `${basePath}/RentGapAssistance/${id}/0`,
      permission,
      order: 45,
    },
  ],
  propertyPlaces: [{ label: 'Rent gap assistance', order: 26, to: getListPath, permission }],
} satisfies WebModule
