import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { extensionFacts } from '../model/extensionFacts.ts'
import { facts } from '../model/facts.ts'

const pages = () => import('./pages.tsx')
const extensionPages = () => import('./extensionPages.tsx')
const suspension = reviewWeb(facts, pages)
const extension = reviewWeb(extensionFacts, extensionPages)

/** The web module of suspensions and their extensions, with tabs of the replacement reserve screens. */
export default {
  screens: [...suspension.screens, ...extension.screens],
  found: { ...suspension.found, ...extension.found },
  documentLabels: { ...suspension.documentLabels, ...extension.documentLabels },
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: facts.moduleId,
      label: facts.label,
      to: (id) => `/R4rSuspensionRequest/create/${id}`,
      permission: facts.permission,
      order: 20,
    },
  ],
  tabs: [
    {
      on: 'reserves',
      label: 'Suspensions',
      order: 30,
      load: async () => ({ default: (await pages()).Suspensions }),
    },
    {
      on: 'reserves',
      label: 'Suspension extensions',
      order: 31,
      load: async () => ({ default: (await extensionPages()).Extensions }),
    },
    {
      on: 'reserve',
      label: 'Suspensions',
      order: 10,
      load: async () => ({ default: (await pages()).OfProperty }),
    },
  ],
} satisfies WebModule
