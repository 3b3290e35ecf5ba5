import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 240,
      label: 'Distributions',
      to: facts.multi,
      permission,
      below: ['/DistributionRequest'],
    },
  ],
  propertyPlaces: [
    {
      label: 'Distributions',
      order: 25,
      to: (propertyId) => `/DistributionRequest/list/single/${propertyId}`,
      permission,
    },
  ],
  found: { [facts.name]: { heading: `${facts.label}s`, to: ({ id }) => facts.open.replace(':id', String(id)) } },
  statementSubmitted: async (statement) => (await import('./offer.ts')).offer(statement),
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
