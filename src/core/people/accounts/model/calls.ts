import { z } from 'zod'
import { agency, anyone, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { LoginResponse, startScreens, TokenSet, UserProfile } from './entities.ts'

const userName = z
  .string('*Field is required')
  .min(1, '*Field is required')
  .max(254)
  .meta({ label: 'User name', kind: 'text' })
const password = z
  .string('*Field is required')
  .min(1, '*Field is required')
  .max(200)
  .meta({ label: 'Password', kind: 'text' })
const token = z
  .string('*Field is required')
  .min(1, '*Field is required')
  .max(200)
  .meta({ label: 'Token', kind: 'text' })
/**
 * A secret of about 256 random bits that a device creates once and stores. It tells known devices from
 * other ones.
 */
const device = z.string().min(32).max(200).optional().meta({ label: 'Device', kind: 'text' })
const byUserName = z.object({ userName })

export const authenticate = call({
  method: 'POST',
  path: '/api/users/authenticate',
  access: anyone,
  summary: 'Sign in; after many failed attempts, the answer is 429 with the seconds to wait in `Retry-After`',
  body: z.object({ userName, password, device }),
  answer: LoginResponse,
})

export const demonstrationAccounts = call({
  method: 'GET',
  path: '/api/users/Demonstration',
  access: anyone,
  summary: 'The demonstration accounts, for the sign-in page; empty in production',
  answer: z.array(z.object({ userName: z.string(), purpose: z.string() })),
})

export const refresh = call({
  method: 'POST',
  path: '/api/users/Refresh',
  access: anyone,
  summary: 'New tokens for a running session; the refresh token cannot be used again',
  bodyType: 'form',
  body: z.object({ token: z.string().max(200).optional(), refreshToken: token }),
  answer: TokenSet,
})

export const signOut = call({
  method: 'POST',
  path: '/api/users/SignOut',
  access: signedIn,
  summary: 'End this session',
  answer: z.boolean(),
})

export const isManager = call({
  method: 'GET',
  path: '/api/users/IsManager',
  access: signedIn,
  summary: 'Whether the caller is an agency manager',
  answer: z.boolean(),
})

export const forgotPassword = call({
  method: 'GET',
  path: '/api/users/ForgotPassword',
  access: anyone,
  changes: true,
  query: byUserName,
  answer: z.boolean(),
  summary: 'Mail a password-reset link; the answer is the same whether or not the person exists',
})

export const forgotUserName = call({
  method: 'GET',
  path: '/api/Account/ForgotUserName',
  access: anyone,
  changes: true,
  answer: z.boolean(),
  query: z.object({
    email: z.string().min(1, '*Field is required').max(254).meta({ label: 'E-mail', kind: 'email' }),
  }),
  summary:
    'Mail the user names of an e-mail address to it; the answer is the same whether or not there are any',
})

export const validatePasswordResetToken = call({
  method: 'POST',
  path: '/api/users/ValidatePasswordResetToken',
  access: anyone,
  body: z.object({ userName, token }),
  answer: z.boolean(),
  summary: 'Whether a reset link still works',
})

export const resetPassword = call({
  method: 'POST',
  path: '/api/users/ResetPassword',
  access: anyone,
  body: z.object({ userName, password, confirmPassword: password, token, device }),
  answer: z.boolean(),
  summary: 'Choose a new password by a mailed link',
})

export const updatePassword = call({
  method: 'POST',
  path: '/api/Account/UpdatePassword',
  access: anyone,
  body: z.object({ userName, currentPassword: password, newPassword: password, device }),
  answer: z.boolean(),
  summary: 'Change a password, given the current one; no token is needed',
})

export const saveStart = call({
  method: 'POST',
  // The client sends no token with calls below /api/Account/ (CAL-01), so this call is elsewhere.
  path: '/api/UserProfile/SaveStart',
  access: agency('read'),
  body: z.object({ startsWith: z.enum(startScreens).meta({ label: 'Start with', kind: 'choice' }) }),
  answer: z.boolean(),
  summary: 'Choose the screen that opens first for the caller',
})

export const userProfile = call({
  method: 'GET',
  path: '/api/UserProfile',
  access: signedIn,
  query: z.object({ userName: z.string().max(254).optional() }),
  answer: UserProfile,
  summary: 'Profile of a person; by default of the caller',
})
