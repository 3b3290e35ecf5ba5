import { hash, verify } from '@node-rs/argon2'
import { newToken } from '#kernel/server/auth.ts'

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
