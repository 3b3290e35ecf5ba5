import { screen } from '#kernel/web/screens.ts'

/** The screen of vendors, open to everyone signed in: companies read the list and request missing vendors. */
export const screens = [screen('/VendorList', 'Vendors', () => import('./VendorList.tsx'))]
