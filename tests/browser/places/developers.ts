import type { Places } from '../places.ts'

export const places: Places = {
  '/Developer/view/:developerId': async () => ({ developerId: 1 }),
}
