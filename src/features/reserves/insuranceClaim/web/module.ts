import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { CLAIM_MODULE } from '../model/claims.ts'
import { claimFacts, requestFacts } from '../model/facts.ts'

const { queue, permission } = claimFacts
const list = '/insuranceclaim/list/:projectId'
const claim = reviewWeb(claimFacts, () => import('./claimPages.tsx'))
const request = reviewWeb(requestFacts, () => import('./requestPages.tsx'))

/** The web module of insurance claims and their payment requests: screens, navigation and property links. */
export default {
  screens: [
    screen(queue, 'Insurance claims', () => import('./Queue.tsx'), { permission }),
    screen(list, 'Insurance claims of a property', () => import('./PropertyClaims.tsx'), { permission }),
    ...claim.screens,
    ...request.screens,
  ],
  navigation: [
    {
      group: 'Requests',
      order: 250,
      label: 'Insurance claims',
      to: queue,
      permission,
      below: ['/insuranceclaim/view', '/insuranceclaim/request'],
    },
  ],
  propertyPlaces: [
    { label: 'Insurance claims', order: 27, to: (id) => `/insuranceclaim/list/${id}`, permission },
  ],
  begunAtProperty: [
    {
      kind: claimFacts.name,
      moduleId: CLAIM_MODULE,
      label: claimFacts.label,
      to: (id) => `/insuranceclaim/view/0/${id}`,
      permission,
      order: 25,
    },
  ],
  tabs: [{ on: 'lists', label: 'Types of loss', order: 20, load: () => import('./TypesOfLoss.tsx') }],
  found: { ...request.found, ...claim.found },
  documentLabels: { ...request.documentLabels, ...claim.documentLabels },
} satisfies WebModule
