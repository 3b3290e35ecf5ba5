import { screen } from '#kernel/web/screens.ts'

const permission = 'Replacement_Reserve'

/** Screens of replacement-reserve requests. */
export const screens = [
  screen('/ReplacementReserveMultiNav', 'Replacement reserve', () => import('./Queue.tsx'), { permission }),
  screen(
    '/ReplacementReserveList/:projectId',
    'Replacement reserve of a property',
    () => import('./PropertyRequests.tsx'),
    { permission },
  ),
  screen('/ReplacementReserve/:id/:projectId', 'Replacement reserve request', () => import('./Request.tsx'), {
    permission,
  }),
]
