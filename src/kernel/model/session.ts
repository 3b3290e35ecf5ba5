/** The time without a call after which the session is about to expire: 17 minutes. SES-03. */
export const ABOUT_TO_EXPIRE_MS = 1_020_000

/** The time without a call after which the session expires: 20 minutes. SES-04. */
export const EXPIRE_MS = 1_200_000

/** The number of refreshes in a row of an expired token before the user is signed out. SES-08, CON-02. */
export const REFRESH_LIMIT = 3

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i

/**
 * Whether a session is valid, which means that `expiresAt` is after `now`. `expiresAt` is an ISO 8601 moment,
 * and one without zone is UTC. A missing or unreadable moment means invalid. SES-02.
 */
export function isSessionValid(expiresAt: string | null | undefined, now: Date): boolean {
  if (!expiresAt?.includes('T')) return false
  return Date.parse(HAS_ZONE.test(expiresAt) ? expiresAt : `${expiresAt}Z`) > now.getTime()
}
