import type { WebModule } from '#kernel/web/module.ts'
import { setBegun } from './begun.ts'
import { setPropertyPlaces } from './places.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Properties',
      order: 120,
      label: 'Property list',
      to: '/Projects',
      below: ['/EditProject', '/NewProject'],
    },
  ],
  propertyPlaces: [
    { label: 'Contacts', order: 30, to: (id) => `/EditProject/${id}?tab=Contacts` },
    { label: 'Documents', order: 40, to: (id) => `/EditProject/${id}?tab=Documents` },
  ],
  found: { property: { heading: 'Properties', to: ({ id }) => `/EditProject/${id}` } },
  connect: (modules) => {
    setPropertyPlaces(modules)
    setBegun(modules.flatMap((one) => one.begunAtProperty ?? []))
  },
} satisfies WebModule
