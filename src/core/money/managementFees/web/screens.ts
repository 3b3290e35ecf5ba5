import { screen } from '#kernel/web/screens.ts'

/** The screen of management fees. Company users only read it, and only see their own properties. */
export const screens = [
  screen('/ManagementFeeMax', 'Management fees', () => import('./ManagementFeeMax.tsx')),
]
