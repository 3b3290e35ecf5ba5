import { screen } from '#kernel/web/screens.ts'
import { reviewWeb } from '#review/web/screens.ts'
import { claimFacts, requestFacts } from '../model/facts.ts'

const { permission } = claimFacts

/** What the manifest says of payment requests. */
export const requestWeb = reviewWeb(requestFacts, () => import('./requestPages.tsx'))

/** Screens of insurance claims and of their payment requests. */
export const screens = [
  screen(claimFacts.queue, 'Insurance claims', () => import('./Queue.tsx'), { permission }),
  screen('/insuranceclaim/list/:projectId', 'Insurance claims of a property', () => import('./PropertyClaims.tsx'), {
    permission,
  }),
  screen(claimFacts.open, claimFacts.label, () => import('./Claim.tsx'), { permission }),
  ...requestWeb.screens,
]
