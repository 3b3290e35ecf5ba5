import type { WebModule } from '#kernel/web/module.ts'
import { facts, getPropertyRecordsPath } from '../model/facts.ts'
import { screens } from './screens.ts'

/** The web module of 2013 records: screens, navigation and search results. */
export default {
  screens,
  navigation: [
    { group: 'Money', order: 236, label: '2013 records', to: facts.queue, only: 'agency', below: ['/2013'] },
  ],
  propertyPlaces: [{ label: '2013 records', order: 27, to: getPropertyRecordsPath, permission: 'Budget' }],
  found: { [facts.name]: { heading: '2013 records', to: ({ id }) => facts.open.replace(':id', String(id)) } },
  documentLabels: { [facts.module]: facts.label },
} satisfies WebModule
