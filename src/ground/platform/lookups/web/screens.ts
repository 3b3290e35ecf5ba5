import { screen } from '#kernel/web/screens.ts'

/** The gallery of components, open to all people. */
export const screens = [
  screen('/InputSamples', 'Input samples', () => import('./InputSamples.tsx'), { layout: 'public' }),
  screen('/GridSample', 'Table sample', () => import('./GridSample.tsx'), { layout: 'public' }),
]
