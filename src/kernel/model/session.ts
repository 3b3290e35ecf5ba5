/** The time without a call after which the session is about to expire: 17 minutes. SES-03. */
export const ABOUT_TO_EXPIRE_MS = 1_020_000

/** The time without a call after which the session expires: 20 minutes. SES-04. */
export const EXPIRE_MS = 1_200_000

/** How many times in a row an expired token is refreshed before the user is signed out. SES-08, CON-02. */
export const REFRESH_LIMIT = 3

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i

/**
 * Whether a session is valid: only while `expiresAt` is after `now`. `expiresAt` is an ISO 8601 moment, read
 * as UTC without a zone; missing or unreadable means invalid. SES-02.
 */
export function isSessionValid(expiresAt: string | null | undefined, now: Date): boolean {
  if (!expiresAt?.includes('T')) return false
  return Date.parse(HAS_ZONE.test(expiresAt) ? expiresAt : `${expiresAt}Z`) > now.getTime()
}
