import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Administration',
      order: 310,
      label: 'Users',
      to: '/users',
      only: 'people',
      below: ['/User', '/MHDCViewPermissions'],
    },
  ],
  administered: [
    { order: 20, label: 'Users', to: '/users', text: 'People, their roles and permissions, invitations.' },
  ],
  tabs: [
    { on: 'company', label: 'Users', order: 30, load: () => import('./CompanyUsers.tsx') },
    {
      on: 'property',
      group: 'People',
      label: 'Who can reach it',
      order: 45,
      load: () => import('./AccessReasons.tsx'),
    },
  ],
  found: { person: { heading: 'People', to: ({ id }) => `/User/false/${id}` } },
} satisfies WebModule
