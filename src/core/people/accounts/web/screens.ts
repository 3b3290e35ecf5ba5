import { screen } from '#kernel/web/screens.ts'

/** The screens for people without a session, and the screen of a person's own account. */
export const screens = [
  screen('/login/:returnUrl?', 'Sign in', () => import('./SignIn.tsx'), {
    layout: 'public',
    patterns: { returnUrl: /.*/ },
  }),
  screen('/forgotPassword', 'Forgotten password', () => import('./ForgotPassword.tsx'), { layout: 'public' }),
  screen('/resetPassword', 'Choose a password', () => import('./ResetPassword.tsx'), { layout: 'public' }),
  screen('/Account', 'Your account', () => import('./Account.tsx')),
]
