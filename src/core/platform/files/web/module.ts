import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [{ on: 'lists', label: 'Document types', order: 0, load: () => import('./DocumentTypes.tsx') }],
} satisfies WebModule
