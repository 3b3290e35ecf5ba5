import { reviewWeb } from '#engines/review/web/screens.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { RESERVE_MODULE } from '../model/settings.ts'

const permission = 'Replacement_Reserve'
const queue = '/ReplacementReserveMultiNav'
const list = '/ReplacementReserveList'
const label = 'Replacement reserve request'
const open = '/ReplacementReserve/:id/:projectId'
const facts = { name: 'reserve', label, module: permission, permission, open } as const
const review = reviewWeb(facts, () => import('./pages.tsx'))

/** The web module of replacement reserve requests: screens, navigation, and parts of other screens. */
export default {
  ...review,
  screens: [
    screen(queue, 'Replacement reserve', () => import('./Queue.tsx'), { permission }),
    screen(
      `${list}/:projectId`,
      'Replacement reserve of a property',
      () => import('./PropertyRequests.tsx'),
      {
        permission,
      },
    ),
    ...review.screens,
  ],
  navigation: [
    {
      group: 'Requests',
      order: 210,
      label: 'Replacement reserve',
      to: queue,
      permission,
      below: [
        list,
        '/ReplacementReserve',
        '/R4rSuspensionRequest',
        '/R4rSuspensionExtension',
        '/R4rCompletion',
      ],
    },
  ],
  begunAtProperty: [
    {
      kind: facts.name,
      moduleId: RESERVE_MODULE,
      label: 'Reserve request',
      to: (id) => `/ReplacementReserve/0/${id}`,
      permission,
      order: 10,
    },
  ],
  propertyPlaces: [{ label: 'Reserve', order: 20, to: (id) => `${list}/${id}`, permission }],
  tabs: [
    { on: 'propertyOverview', label: 'Reserves', order: 10, load: () => import('./PropertyBalance.tsx') },
    { on: 'home', label: 'Reserves', order: 10, load: () => import('./HomeReserves.tsx') },
    {
      on: 'lists',
      label: 'Replacement reserve categories',
      order: 0,
      load: () => import('./Categories.tsx'),
    },
    { on: 'lists', label: 'Who approves draws', order: 5, load: () => import('./Authorities.tsx') },
  ],
  found: { reserve: { ...review.found.reserve!, heading: 'Requests' } },
} satisfies WebModule
