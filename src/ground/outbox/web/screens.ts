import { screen } from '#kernel/web/screens.ts'

/** The administrators' start: what can be administered, and the portal's mail. */
export const screens = [screen('/admin', 'Administration', () => import('./Administration.tsx'))]
