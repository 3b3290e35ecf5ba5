import { screen } from '#kernel/web/screens.ts'

/** The screen of management fees. Companies read it and see their own properties. */
export const screens = [
  screen('/ManagementFeeMax', 'Management fees', () => import('./ManagementFeeMax.tsx')),
]
