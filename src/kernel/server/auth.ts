import { hash, randomBytes } from 'node:crypto'

/** Creates a new token of 256 random bits. The database stores only the hash of a token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash of a token, as it is stored. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Returns the bearer token of an Authorization header; null if there is none. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? null
