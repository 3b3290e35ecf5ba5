import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/New/:kind': async () => ({ kind: 'reserve' }),
}
