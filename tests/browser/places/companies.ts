import type { Places } from '../places.ts'

/** 0 means the visitor's own company. */
export const places: Places = {
  '/company/:isNew/:id': async () => ({ isNew: 'false', id: 0 }),
}
