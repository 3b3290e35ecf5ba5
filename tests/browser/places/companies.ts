import type { ScreenIds } from '../places.ts'

/** 0 means the visitor's own company. */
export const places: ScreenIds = {
  '/company/:isNew/:id': async () => ({ isNew: 'false', id: 0 }),
}
