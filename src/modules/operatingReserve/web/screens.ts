import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'

const { permission } = facts

/** Screens of requests to operating reserves. */
export const screens = [
  screen(facts.queue, 'Operating reserve', () => import('./Queue.tsx'), { permission }),
  screen(
    '/OperatingReserveList/:projectId',
    'Operating reserve of a property',
    () => import('./PropertyRequests.tsx'),
    {
      permission,
    },
  ),
  screen('/OperatingReserve/:id/:projectId', facts.label, () => import('./Request.tsx'), { permission }),
]
