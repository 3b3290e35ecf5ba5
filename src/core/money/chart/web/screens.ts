import { screen } from '#kernel/web/screens.ts'

/** The screen of the chart of accounts. Everyone may read it; only the agency's administrators change it. */
export const screens = [
  screen('/ChartOfAccounts', 'Chart of accounts', () => import('./ChartOfAccounts.tsx')),
]
