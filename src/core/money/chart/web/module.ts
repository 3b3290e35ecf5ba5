import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default {
  screens,
  navigation: [{ group: 'Money', order: 295, label: 'Chart of accounts', to: '/ChartOfAccounts' }],
  administered: [
    {
      order: 55,
      label: 'Chart of accounts',
      to: '/ChartOfAccounts',
      text: 'Accounts of budgets and statements with their formulas, from year to year.',
    },
  ],
} satisfies WebModule
