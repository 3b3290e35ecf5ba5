import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'
import { screens as accounts } from '#modules/accounts/web/screens.ts'
import { screens as lookups } from '#modules/lookups/web/screens.ts'
import { screens as outbox } from '#modules/outbox/web/screens.ts'
import { screens as properties } from '#modules/properties/web/screens.ts'
import { screens as replacementReserve } from '#modules/replacementReserve/web/screens.ts'
import { screens as settings } from '#modules/settings/web/screens.ts'
import { screens as vendors } from '#modules/vendors/web/screens.ts'

/** Every screen of the portal. The start page draws on several modules, so it stands here. */
export const screens: readonly ScreenDeclaration[] = [
  screen('/', 'Home', () => import('./Home.tsx')),
  ...accounts,
  ...properties,
  ...replacementReserve,
  ...vendors,
  ...outbox,
  ...settings,
  ...lookups,
]
