import type { WebModule } from '#kernel/web/module.ts'
import { setBegun } from './begun.ts'
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
  found: { property: { heading: 'Properties', to: ({ id }) => `/EditProject/${id}` } },
  connect: (modules) => setBegun(modules.flatMap((one) => one.begunAtProperty ?? [])),
} satisfies WebModule
