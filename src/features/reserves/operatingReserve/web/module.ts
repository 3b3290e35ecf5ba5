import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { facts } from '../model/facts.ts'
import { OPERATING_MODULE } from '../model/operating.ts'

const { queue, permission } = facts
const list = '/OperatingReserveList/:projectId'
const review = reviewWeb(facts, () => import('./pages.tsx'))

/** The web module of operating reserve requests: screens, navigation and links to begin one. */
export default {
  ...review,
  screens: [
    screen(queue, 'Operating reserve', () => import('./Queue.tsx'), { permission }),
    screen(list, 'Operating reserve of a property', () => import('./PropertyRequests.tsx'), { permission }),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Requests',
      order: 215,
      label: 'Operating reserve',
      to: queue,
      permission,
      below: ['/OperatingReserveList', '/OperatingReserve'],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: OPERATING_MODULE,
      label: facts.label,
      to: (id) => facts.fresh.replace(':projectId', String(id)),
      permission,
      order: 15,
    },
  ],
  tabs: [{ on: 'lists', label: 'Kinds of operating cost', order: 10, load: () => import('./CostTypes.tsx') }],
} satisfies WebModule
