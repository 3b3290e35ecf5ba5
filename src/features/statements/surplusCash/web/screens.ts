import { screen } from '#kernel/web/screens.ts'

const permission = 'AFS'

/** The screens of a statement's surplus cash and of its computation of distributions. */
export const screens = [
  screen('/afs/review/surplus/:afsId', 'Surplus cash', () => import('./Surplus.tsx'), { permission }),
  screen(
    '/afs/review/computationdistribution/:afsId',
    'Computation of distributions',
    () => import('./Computation.tsx'),
    { permission },
  ),
]
