import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [
    {
      group: 'Companies',
      order: 130,
      label: 'Management companies',
      to: '/companies',
      only: 'agency',
      below: ['/companies', '/company'],
    },
    {
      group: 'Companies',
      order: 140,
      label: 'My company',
      to: '/company/false/0',
      only: 'company',
      below: ['/company'],
    },
  ],
  administered: [
    {
      order: 30,
      label: 'Management companies',
      to: '/companies',
      text: 'Every company with its properties, people and documents.',
    },
    {
      order: 40,
      label: 'Merge companies',
      to: '/companies/merge',
      text: 'Two records of one company become one.',
    },
  ],
  found: { company: { heading: 'Management companies', to: ({ id }) => `/company/false/${id}` } },
} satisfies WebModule
