import { screen } from '#kernel/web/screens.ts'

/**
 * The specification has no permission group for it (reading B10); only people with the right receive rows.
 */
export const screens = [screen('/VawaList', 'VAWA requests', () => import('./VawaList.tsx'))]
