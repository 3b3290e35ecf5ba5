import { screen } from '#kernel/web/screens.ts'

/**
 * Screens of vendors, open to every signed-in person: companies read the list and request missing vendors.
 */
export const screens = [screen('/VendorList', 'Vendors', () => import('./VendorList.tsx'))]
