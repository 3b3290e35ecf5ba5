import { screen } from '#kernel/web/screens.ts'

/** The screen of a property's fact sheet. */
export const screens = [screen('/FactSheet/:propertyId', 'Fact sheet', () => import('./FactSheet.tsx'))]
