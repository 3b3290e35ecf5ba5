import type { WebModule } from '#kernel/web/module.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { facts } from '../model/facts.ts'

const pages = () => import('./pages.tsx')

export default {
  ...reviewWeb(facts, pages),
  begunAtProperty: [
    {
      label: facts.label,
      to: (id) => `/R4rSuspensionRequest/create/${id}`,
      permission: facts.permission,
      order: 20,
    },
  ],
  tabs: [
    { on: 'reserves', label: 'Suspensions', order: 30, load: async () => ({ default: (await pages()).Suspensions }) },
    { on: 'reserve', label: 'Suspensions', order: 10, load: async () => ({ default: (await pages()).OfProperty }) },
  ],
} satisfies WebModule
