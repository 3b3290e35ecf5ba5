import { screen } from '#kernel/web/screens.ts'

/**
 * The screens of VAWA requests. The specification has no permission group for them (reading B10); only people
 * with the right receive rows.
 */
export const screens = [screen('/VawaList', 'VAWA requests', () => import('./VawaList.tsx'))]
