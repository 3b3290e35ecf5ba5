import type { WebModule } from '#kernel/web/module.ts'
import { DISTRIBUTION_MODULE, facts } from '../model/facts.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Requests',
      order: 240,
      label: 'Distributions',
      to: facts.multi,
      permission,
      below: ['/DistributionRequest'],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: DISTRIBUTION_MODULE,
      label: facts.label,
      to: (id) => `/DistributionRequest/list/single/${id}`,
      permission,
      order: 54,
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
  found: {
    [facts.name]: { heading: `${facts.label}s`, to: ({ id }) => facts.open.replace(':id', String(id)) },
  },
  statementSubmitted: async (statement) => (await import('./offer.ts')).offerDistribution(statement),
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
