import { screen } from '#kernel/web/screens.ts'

/** The screens that show the components, open to everyone. */
export const screens = [
  screen('/InputSamples', 'Input samples', () => import('./InputSamples.tsx'), { layout: 'public' }),
  screen('/GridSample', 'Table sample', () => import('./GridSample.tsx'), { layout: 'public' }),
]
