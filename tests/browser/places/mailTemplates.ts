import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/emailTemplate/:id': async () => ({ id: 1 }),
}
