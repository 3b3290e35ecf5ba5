import type { WebModule } from '#kernel/web/module.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { facts } from '../model/facts.ts'

const pages = () => import('./pages.tsx')

export default {
  ...reviewWeb(facts, pages),
  tabs: [
    {
      on: 'reserves',
      label: 'Completions',
      order: 20,
      load: async () => ({ default: (await pages()).Completions }),
    },
    { on: 'preApproval', label: 'Completions', order: 10, load: () => import('./OfRequest.tsx') },
  ],
} satisfies WebModule
