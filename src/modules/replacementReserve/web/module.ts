import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Finance',
      order: 210,
      label: 'Replacement reserve',
      to: '/ReplacementReserveMultiNav',
      permission: 'Replacement_Reserve',
      below: [
        '/ReplacementReserveList',
        '/ReplacementReserve',
        '/R4rSuspensionRequest',
        '/R4rSuspensionExtension',
        '/R4rCompletion',
      ],
    },
  ],
  begunAtProperty: [
    {
      label: 'Reserve request',
      to: (id) => `/ReplacementReserve/0/${id}`,
      permission: 'Replacement_Reserve',
      order: 10,
    },
  ],
  propertyPlaces: [
    { label: 'Reserve', order: 20, to: (id) => `/ReplacementReserveList/${id}`, permission: 'Replacement_Reserve' },
  ],
  tabs: [
    { on: 'propertyOverview', label: 'Reserves', order: 10, load: () => import('./PropertyBalance.tsx') },
    { on: 'home', label: 'Reserves', order: 10, load: () => import('./HomeReserves.tsx') },
    { on: 'lists', label: 'Replacement reserve categories', order: 0, load: () => import('./Categories.tsx') },
    { on: 'lists', label: 'Who approves draws', order: 5, load: () => import('./Authorities.tsx') },
  ],
  found: { reserve: { heading: 'Requests', to: ({ id, propertyId }) => `/ReplacementReserve/${id}/${propertyId}` } },
  documentLabels: { Replacement_Reserve: 'Replacement reserve request' },
} satisfies WebModule
