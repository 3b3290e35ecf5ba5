import { screen } from '#kernel/web/screens.ts'

const permission = 'AFS'

/** Screens of a statement’s surplus cash and of what may be distributed of it. */
export const screens = [
  screen('/afs/review/surplus/:afsId', 'Surplus cash', () => import('./Surplus.tsx'), { permission }),
  screen(
    '/afs/review/computationdistribution/:afsId',
    'Computation of distributions',
    () => import('./Computation.tsx'),
    { permission },
  ),
]
