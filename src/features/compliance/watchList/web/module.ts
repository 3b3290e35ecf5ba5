import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

/** The watch list is for the agency only, as are all its calls. */
export default {
  screens: [
    screen('/WatchList', 'Watch list', () => import('./WatchList.tsx')),
    screen('/WatchList/:id', 'Entry of the watch list', () => import('./Entry.tsx')),
    screen('/WatchList/new/:propertyId', 'Add to the watch list', () => import('./NewEntry.tsx')),
    screen('/WatchListReports', 'Watch list for the commission', () => import('./Reports.tsx')),
  ],
  navigation: [
    {
      group: 'Compliance',
      order: 112,
      label: 'Watch list',
      to: '/WatchList',
      only: 'agency',
      below: ['/WatchList'],
    },
  ],
  tabs: [{ on: 'lists', label: 'Codes of the watch list', order: 42, load: () => import('./Codes.tsx') }],
} satisfies WebModule
