import { screens as accounts } from '#ground/accounts/web/screens.ts'
import { screens as companies } from '#ground/companies/web/screens.ts'
import { screens as contacts } from '#ground/contacts/web/screens.ts'
import { screens as developers } from '#ground/developers/web/screens.ts'
import { screens as lookups } from '#ground/lookups/web/screens.ts'
import { screens as mailTemplates } from '#ground/mailTemplates/web/screens.ts'
import { screens as managementFees } from '#ground/managementFees/web/screens.ts'
import { screens as messages } from '#ground/messages/web/screens.ts'
import { screens as outbox } from '#ground/outbox/web/screens.ts'
import { screens as people } from '#ground/people/web/screens.ts'
import { screens as properties } from '#ground/properties/web/screens.ts'

import { screens as tasks } from '#ground/tasks/web/screens.ts'
import { screens as vendors } from '#ground/vendors/web/screens.ts'
import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'
import { screens as certification } from '#modules/certification/web/screens.ts'
import { screens as replacementReserve } from '#modules/replacementReserve/web/screens.ts'

/** Every screen of the portal. The start page draws on several modules, and so does Configuration, so they stand here. */
export const screens: readonly ScreenDeclaration[] = [
  screen('/', 'Home', () => import('./Home.tsx')),
  ...accounts,
  ...certification,
  ...people,
  ...properties,
  ...contacts,
  ...replacementReserve,
  ...companies,
  ...managementFees,
  ...developers,
  ...tasks,
  ...vendors,
  ...outbox,
  ...messages,
  ...mailTemplates,
  screen('/Configuration', 'Configuration', () => import('./Configuration.tsx')),
  ...lookups,
]
