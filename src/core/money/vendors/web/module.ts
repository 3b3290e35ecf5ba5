import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [{ group: 'Money', order: 280, label: 'Vendors', to: '/VendorList' }],
  administered: [
    {
      order: 70,
      label: 'Vendors',
      to: '/VendorList',
      text: 'The list of vendors, and the new ones companies ask for.',
    },
  ],
  found: { vendor: { heading: 'Vendors', to: ({ id }) => `/VendorList?vendor=${id}` } },
} satisfies WebModule
