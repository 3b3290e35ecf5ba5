import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/Developer/view/:developerId': async () => ({ developerId: 1 }),
}
