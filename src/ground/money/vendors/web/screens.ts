import { screen } from '#kernel/web/screens.ts'

/** Screens of vendors. Open to everybody signed in: companies read the list and ask for what is missing. */
export const screens = [screen('/VendorList', 'Vendors', () => import('./VendorList.tsx'))]
