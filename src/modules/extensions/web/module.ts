import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { reviewScreens } from '#review/web/screens.ts'
import { routes } from '../model/routes.ts'

export default {
  screens: [
    screen(routes.queue, 'Extension requests', () => import('./Queue.tsx'), { permission: 'AFS' }),
    ...reviewScreens({ title: 'Extension request', permission: 'AFS', ...routes }, () => import('./pages.tsx')),
  ],
  navigation: [
    {
      group: 'Properties',
      order: 115,
      label: 'Extension requests',
      to: routes.queue,
      permission: 'AFS',
      only: 'agency',
      below: [routes.queue],
    },
  ],
  tabs: [
    { on: 'task', label: 'More time', order: 10, load: () => import('./MoreTime.tsx') },
    { on: 'propertyToDo', label: 'Tasks', order: 30, load: () => import('./PropertyRequests.tsx') },
  ],
  found: { extension: { heading: 'Requests', to: ({ id }) => `/ExtensionRequest/${id}` } },
  documentLabels: { ExtensionRequest: 'Extension request' },
} satisfies WebModule
