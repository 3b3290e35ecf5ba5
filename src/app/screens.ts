import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'
import { screens as accounts } from '#modules/accounts/web/screens.ts'
import { screens as certification } from '#modules/certification/web/screens.ts'
import { screens as companies } from '#modules/companies/web/screens.ts'
import { screens as contacts } from '#modules/contacts/web/screens.ts'
import { screens as developers } from '#modules/developers/web/screens.ts'
import { screens as lookups } from '#modules/lookups/web/screens.ts'
import { screens as mailTemplates } from '#modules/mailTemplates/web/screens.ts'
import { screens as managementFees } from '#modules/managementFees/web/screens.ts'
import { screens as messages } from '#modules/messages/web/screens.ts'
import { screens as outbox } from '#modules/outbox/web/screens.ts'
import { screens as people } from '#modules/people/web/screens.ts'
import { screens as properties } from '#modules/properties/web/screens.ts'
import { screens as replacementReserve } from '#modules/replacementReserve/web/screens.ts'
import { screens as settings } from '#modules/settings/web/screens.ts'
import { screens as tasks } from '#modules/tasks/web/screens.ts'
import { screens as vendors } from '#modules/vendors/web/screens.ts'

/** Every screen of the portal. The start page draws on several modules, so it stands here. */
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
  ...settings,
  ...lookups,
]
