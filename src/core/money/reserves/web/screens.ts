import { screen } from '#kernel/web/screens.ts'

const permission = 'Replacement_Reserve'

/** The screens of reserve accounts. The agency changes them; companies read their own. */
export const screens = [
  screen('/ReserveAccounts', 'Reserve accounts', () => import('./Accounts.tsx'), { permission }),
  screen('/ReserveAccount/:reserveAccountId', 'Reserve account', () => import('./Account.tsx'), {
    permission,
  }),
]
