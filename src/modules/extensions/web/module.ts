// The places where it shows its parts.
import type {} from '#ground/tasks/web/index.ts'
import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    { on: 'task', label: 'More time', order: 10, load: () => import('./MoreTime.tsx') },
    { on: 'propertyToDo', label: 'Tasks', order: 30, load: () => import('./Extensions.tsx') },
  ],
} satisfies WebModule
