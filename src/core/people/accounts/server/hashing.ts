import { hash, verify } from '@node-rs/argon2'
import { newToken } from '#kernel/server/auth.ts'

/** The cost of argon2id: 64 MiB of memory and three passes. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** The hash to compare with if there is no such person, so that both refusals take the same time. */
const placeholderHash = hashPassword(newToken())

/**
 * Whether the password matches the hash. Without a hash (no such person) it takes as long and returns
 * false.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await placeholderHash), password.normalize('NFKC'))
  return matches && passwordHash !== null
}
