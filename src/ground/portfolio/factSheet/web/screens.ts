import { screen } from '#kernel/web/screens.ts'

/** The sheet that is taken into meetings. */
export const screens = [screen('/FactSheet/:propertyId', 'Fact sheet', () => import('./FactSheet.tsx'))]
