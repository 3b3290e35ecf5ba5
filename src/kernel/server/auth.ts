import { createHash, randomBytes } from 'node:crypto'

/** Tokens are opaque random texts; the database keeps only their hashes. */

/** A new token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The bearer token of a request's Authorization header; null when there is none. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer (\S+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}
