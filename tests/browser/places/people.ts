import type { ScreenIds } from '../places.ts'

/** The form for a new account, and the visitor's own permissions. Every visitor may see both. */
export const places: ScreenIds = {
  '/User/:isNew/:user_id': async () => ({ isNew: 'true', user_id: 0 }),
  '/MHDCViewPermissions/:user_id': async () => ({ user_id: 0 }),
}
