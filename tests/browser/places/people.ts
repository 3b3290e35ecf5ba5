import type { Places } from '../places.ts'

/** A new account, and the visitor's own permissions: whoever comes, there is something to see. */
export const places: Places = {
  '/User/:isNew/:user_id': async () => ({ isNew: 'true', user_id: 0 }),
  '/MHDCViewPermissions/:user_id': async () => ({ user_id: 0 }),
}
