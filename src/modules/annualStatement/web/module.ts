import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'
import { setOffers } from './offers.ts'
import { screens } from './screens.ts'

const { permission } = facts

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 232,
      label: 'Annual statements',
      to: facts.queue,
      permission,
      below: ['/afs/view', '/afs/list'],
    },
    {
      group: 'Finance',
      order: 233,
      label: 'Statements by year',
      to: facts.byYear,
      permission,
      only: 'agency',
      below: ['/afs/review'],
    },
  ],
  propertyPlaces: [
    { label: 'Annual statements', order: 23, to: (propertyId) => `/afs/list/single/${propertyId}`, permission },
  ],
  found: { [facts.name]: { heading: 'Annual statements', to: ({ propertyId }) => `/afs/list/single/${propertyId}` } },
  connect: (modules) => setOffers(modules.flatMap((one) => one.statementSubmitted ?? [])),
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
