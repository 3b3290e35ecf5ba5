import { hash, randomBytes } from 'node:crypto'

/** Tokens are opaque random texts; the database keeps only their hashes. */

/** A new token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash of a token, which alone is stored. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The bearer token of a request's Authorization header; null when there is none. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? null
