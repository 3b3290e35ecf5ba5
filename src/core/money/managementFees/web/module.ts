import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [{ group: 'Money', order: 290, label: 'Management fees', to: '/ManagementFeeMax' }],
  administered: [
    {
      order: 50,
      label: 'Management fees',
      to: '/ManagementFeeMax',
      text: 'The most a company may charge, by type and year.',
    },
  ],
} satisfies WebModule
