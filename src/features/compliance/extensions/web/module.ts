import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { extensionFacts } from '../model/facts.ts'

const review = reviewWeb(extensionFacts, () => import('./pages.tsx'))

export default {
  ...review,
  screens: [
    ...review.screens,
    screen(extensionFacts.queue, 'Extension requests', () => import('./Queue.tsx'), { permission: 'AFS' }),
  ],
  navigation: [
    {
      group: 'Requests',
      order: 115,
      label: 'Extension requests',
      to: extensionFacts.queue,
      permission: 'AFS',
      only: 'agency',
      below: [extensionFacts.queue],
    },
  ],
  tabs: [
    { on: 'task', label: 'More time', order: 10, load: () => import('./MoreTime.tsx') },
    { on: 'propertyToDo', label: 'Tasks', order: 30, load: () => import('./PropertyRequests.tsx') },
  ],
} satisfies WebModule
