import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name of the file in the data folder that stores the key if the portal created it itself. */
export const KEY_FILE = 'household.key'
const MIN_KEY_LENGTH = 32

/**
 * Returns the key that encrypts the names and incomes of households. It comes from HOUSEHOLD_KEY, or else
 * from a file in the data folder that is created once. Servers that share a database need the same key.
 *
 * @throws Error if HOUSEHOLD_KEY is too short to be safe
 */
export function loadHouseholdKey(env: NodeJS.ProcessEnv, dataFolder: string): Buffer {
  const configuredKey = env.HOUSEHOLD_KEY?.trim()
  if (configuredKey !== undefined && configuredKey.length < MIN_KEY_LENGTH)
    throw new Error(`HOUSEHOLD_KEY must have at least ${MIN_KEY_LENGTH} characters.`)
  return createHash('sha256')
    .update(configuredKey ?? readOrCreateKeyFile(dataFolder))
    .digest()
}

/** Reads the key from the file in the data folder, and creates the file if it does not exist. */
function readOrCreateKeyFile(dataFolder: string): string {
  const path = join(dataFolder, KEY_FILE)
  mkdirSync(dataFolder, { recursive: true })
  try {
    // With flag wx, only one of two servers that start at once creates the file. Both then read it.
    writeFileSync(path, `${randomBytes(MIN_KEY_LENGTH).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < MIN_KEY_LENGTH)
    throw new Error(`${path} does not hold a whole key; bring it back from a backup.`)
  return key
}
