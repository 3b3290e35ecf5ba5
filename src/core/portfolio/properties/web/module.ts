import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: '',
      order: 120,
      label: 'Properties',
      to: '/Projects',
      below: ['/EditProject', '/NewProject', '/PropertyAsOf', '/PropertyTimeline', '/FactSheet'],
    },
  ],
  propertyPlaces: [
    { label: 'Contacts', order: 30, to: (id) => `/EditProject/${id}?tab=Contacts` },
    { label: 'Documents', order: 40, to: (id) => `/EditProject/${id}?tab=Documents` },
  ],
  found: { property: { heading: 'Properties', to: ({ id }) => `/EditProject/${id}` } },
} satisfies WebModule
