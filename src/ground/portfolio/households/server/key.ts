import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in the data folder with the key that the portal created itself. */
export const KEY_FILE = 'household.key'
const SHORTEST = 32

/**
 * The key that names and incomes of households are encrypted with: of HOUSEHOLD_KEY, or else of a file of the
 * data folder that is made once. Servers that share a database share the key.
 *
 * @throws Error when HOUSEHOLD_KEY is too short to protect anything
 */
export function householdKey(env: NodeJS.ProcessEnv, dataFolder: string): Buffer {
  const configuredKey = env.HOUSEHOLD_KEY?.trim()
  if (configuredKey !== undefined && configuredKey.length < SHORTEST)
    throw new Error(`HOUSEHOLD_KEY must have at least ${SHORTEST} characters.`)
  return createHash('sha256')
    .update(configuredKey ?? keyOfFolder(dataFolder))
    .digest()
}

function keyOfFolder(dataFolder: string): string {
  const path = join(dataFolder, KEY_FILE)
  mkdirSync(dataFolder, { recursive: true })
  try {
    // Of two servers that start at once one makes it, and both read it.
    writeFileSync(path, `${randomBytes(SHORTEST).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < SHORTEST)
    throw new Error(`${path} does not hold a whole key; bring it back from a backup.`)
  return key
}
