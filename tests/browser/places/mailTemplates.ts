import type { Places } from '../places.ts'

export const places: Places = {
  '/emailTemplate/:id': async () => ({ id: 1 }),
}
