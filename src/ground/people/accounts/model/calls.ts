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
/** A secret that a device makes up once and keeps, 256 random bits or so; whoever signs in with it is told apart from strangers. */
const device = z.string().min(32).max(200).optional().meta({ label: 'Device', kind: 'text' })
const byUserName = z.object({ userName })

export const authenticate = call({
  method: 'POST',
  path: '/api/users/authenticate',
  access: anyone,
  summary: 'Sign in; after many failed attempts an answer 429 says in `Retry-After` how many seconds to wait',
  body: z.object({ userName, password, device }),
  answer: LoginResponse,
})

export const demonstrationAccounts = call({
  method: 'GET',
  path: '/api/users/Demonstration',
  access: anyone,
  summary: 'The accounts that came with the demonstration, for its sign-in page; none in a portal in service',
  answer: z.array(z.object({ userName: z.string(), purpose: z.string() })),
})

export const refresh = call({
  method: 'POST',
  path: '/api/users/Refresh',
  access: anyone,
  summary: 'New token set for a running session; the refresh token is used up',
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
  summary: 'Mail a password-reset link; answers the same whether or not there is such a person',
})

export const forgotUserName = call({
  method: 'GET',
  path: '/api/Account/ForgotUserName',
  access: anyone,
  changes: true,
  answer: z.boolean(),
  query: z.object({ email: z.string().min(1, '*Field is required').max(254).meta({ label: 'E-mail', kind: 'email' }) }),
  summary: 'Mail the user names of an address; answers the same whether or not there are any',
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
  summary: 'Change a password, knowing the present one; no token is sent with it',
})

export const saveStart = call({
  method: 'POST',
  path: '/api/Account/SaveStart',
  access: agency('read'),
  body: z.object({ startsWith: z.enum(startScreens).meta({ label: 'Start with', kind: 'choice' }) }),
  answer: z.boolean(),
  summary: 'Choose the screen with which the caller begins',
})

export const userProfile = call({
  method: 'GET',
  path: '/api/UserProfile',
  access: signedIn,
  query: z.object({ userName: z.string().max(254).optional() }),
  answer: UserProfile,
  summary: 'Who a person is; the caller when no name is given',
})
