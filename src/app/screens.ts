import type { ScreenDeclaration } from '#kernel/web/screens.ts'
import { screens as accounts } from '#modules/accounts/web/screens.ts'
import { screens as replacementReserve } from '#modules/replacementReserve/web/screens.ts'

/** Every screen of the portal. */
export const screens: readonly ScreenDeclaration[] = [...accounts, ...replacementReserve]
