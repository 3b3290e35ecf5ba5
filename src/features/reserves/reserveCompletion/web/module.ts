import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { facts } from '../model/facts.ts'

const pages = () => import('./pages.tsx')

/** The web module of completions. Their list is a tab of the replacement reserve screen. */
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
