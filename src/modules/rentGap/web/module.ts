import type { WebModule } from '#kernel/web/module.ts'
import { facts, listPath } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 245,
      label: 'Rent gap assistance',
      to: facts.queue,
      permission,
      below: [
        '/rentIncrease/RentGapReviewList',
        '/rentIncrease/RentGapAssistanceList',
        '/rentIncrease/RentGapAssistance',
        '/rentIncrease/RentGapAssistanceReview',
      ],
    },
  ],
  propertyPlaces: [{ label: 'Rent gap assistance', order: 26, to: listPath, permission }],
  found: {
    [facts.name]: {
      heading: `${facts.label}s`,
      to: ({ id, propertyId }) => `/rentIncrease/RentGapAssistance/${propertyId}/${id}`,
    },
  },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
