import { screen } from '#kernel/web/screens.ts'

/**
 * The screens about people and their rights. `/users` is our own: the specification has a list call, but no
 * list screen.
 */
export const screens = [
  screen('/users', 'Users', () => import('./Users.tsx')),
  screen('/User/:isNew/:user_id', 'User', () => import('./User.tsx'), {
    patterns: { isNew: /^(true|false)$/i },
  }),
  screen('/MHDCViewPermissions/:user_id', 'Permissions', () => import('./Permissions.tsx')),
]
