import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Tokens are opaque random texts; the database keeps only their hashes. */

/** A new token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** argon2id with 64 MiB and three passes. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Hashes a password for keeping. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** Compared against when there is no such person, so that both refusals take the same time. */
const nobody = hashPassword(newToken())

/** True when the password fits. A null hash (no such person) takes as long and is never true. */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'))
  return fits && passwordHash !== null
}

/** The bearer token of a request's Authorization header; null when there is none. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer (\S+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}
