import { z } from 'zod'

/** One permission of a person on one property (PER-11). */
const PermissionEntry = z.object({
  propertyId: z.int(),
  key: z.string(),
  read: z.boolean(),
  write: z.boolean(),
})

/** Token set of a session. `expires_at` is ISO 8601 UTC. */
export const TokenSet = z.object({ token: z.string(), refreshToken: z.string(), expires_at: z.string() })

/** The log-in answer, exactly as specified. */
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
 * Screens that a person of the agency may select as first screen; the first of the list is the default
 * (NAV-02).
 */
export const startScreens = ['Projects', 'Work', 'Portfolio'] as const
export type StartScreen = (typeof startScreens)[number]

/** A person as other screens may know them. */
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
  /** With which screen the caller begins; of others it is the usual one. */
  startsWith: z.enum(startScreens),
  /**
   * 256 bits in base64 with which this person's drafts are sealed on their computer; null of anybody but the
   * caller.
   */
  draftKey: z.string().nullable(),
})
