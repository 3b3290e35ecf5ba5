import type { Places } from '../places.ts'

export const places: Places = {
  '/New/:kind': async () => ({ kind: 'reserve' }),
}
