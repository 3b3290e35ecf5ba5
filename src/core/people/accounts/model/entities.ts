import { z } from 'zod'

/** One permission of a person on one property (PER-11). */
const PermissionEntry = z.object({
  propertyId: z.int(),
  key: z.string(),
  read: z.boolean(),
  write: z.boolean(),
})

/** The tokens of a session. `expires_at` is ISO 8601 in UTC. */
export const TokenSet = z.object({ token: z.string(), refreshToken: z.string(), expires_at: z.string() })

/** The answer to a sign-in, exactly as specified. */
export const LoginResponse = TokenSet.extend({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
  permissions: z.array(PermissionEntry),
  projects: z.array(z.int()),
  mainUserProject: z.array(z.int()),
  isMcAdmin: z.boolean(),
})

/**
 * The screens that a person of the agency may choose to open first. The first of the list is the default
 * (NAV-02).
 */
export const startScreens = ['Projects', 'Work', 'Portfolio'] as const
export type StartScreen = (typeof startScreens)[number]

/** The profile of a person as other screens may see it. */
export const UserProfile = z.object({
  userId: z.int(),
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  isAdmin: z.boolean(),
  isManager: z.boolean(),
  isMcAdmin: z.boolean(),
  managementCompanyId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
  /** The screen that opens first for the caller; for other people always the default. */
  startsWith: z.enum(startScreens),
  /**
   * 256 bits in base64 that seal this person's drafts on their computer; null for everyone except the
   * caller.
   */
  draftKey: z.string().nullable(),
})
