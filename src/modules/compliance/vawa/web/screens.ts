import { screen } from '#kernel/web/screens.ts'

/** No permission group stands in the specification (reading B10); rows come to those with the right alone. */
export const screens = [screen('/VawaList', 'VAWA requests', () => import('./VawaList.tsx'))]
