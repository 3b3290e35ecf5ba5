import { screen } from '#kernel/web/screens.ts'

/** The screen of settings and signature blocks. */
export const screens = [screen('/Configuration', 'Configuration', () => import('./Configuration.tsx'))]
