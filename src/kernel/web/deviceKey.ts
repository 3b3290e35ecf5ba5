import type { DBSchema, IDBPDatabase } from 'idb'
import { currentSession, setSession, subscribeSession, updateSession } from './session.ts'

/**
 * The key that encrypts a person's drafts and offline data on this device. It comes with the sign-in. The
 * browser stores it, separate from the encrypted data, in a form that no script can read, and it is deleted
 * at sign-out. It does not protect against a person who uses the unlocked device of a person who is signed
 * in.
 */

const ALGORITHM = 'AES-GCM'
const NAME = 'rooftree-key'
const STORE = 'keys'
/** The key of the only entry, because there is one key for the signed-in person. */
const SLOT = 1

interface Keys extends DBSchema {
  [STORE]: { key: number; value: { owner: number; key: CryptoKey } }
}

type OwnedKey = { owner: number; key: CryptoKey }

let opening: Promise<IDBPDatabase<Keys>> | null = null
/** The key in memory, which is used first. In browsers that cannot store keys, it is the only place. */
let current: OwnedKey | null = null

/** Opens the store of keys. Its library is loaded only here, because the sign-in screen does not need it. */
async function openKeys(): Promise<IDBPDatabase<Keys>> {
  const { openDB } = await import('idb')
  return openDB<Keys>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore(STORE)
    },
    terminated: () => {
      opening = null
    },
  })
}

const database = () => {
  opening ??= openKeys()
  return opening
}

/** Runs work on the store of keys. Returns null if the browser cannot store keys. */
async function tryWithStore<T>(work: (db: IDBPDatabase<Keys>) => Promise<T>): Promise<T | null> {
  if (!globalThis.indexedDB) return null
  try {
    return await work(await database())
  } catch {
    return null
  }
}

const toBytes = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0))

/** Creates a key from 256 bits in base64. Scripts cannot read it out of the key again. */
export const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', toBytes(secret), ALGORITHM, false, ['encrypt', 'decrypt'])

/** Computes an id of the key, from which the key cannot be derived. */
async function computeFingerprint(secret: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(secret)))
  return btoa(String.fromCharCode(...digest.slice(0, 9)))
}

/**
 * Stores the key of a person who signs in, and returns its fingerprint for the session (`Session.sealedBy`).
 * Undefined if the browser cannot encrypt, because the page is neither https nor from localhost.
 */
export async function storeDeviceKey(owner: number, secret: string | null): Promise<string | undefined> {
  if (!secret || !globalThis.crypto?.subtle) return undefined
  current = { owner, key: await importKey(secret) }
  const entry = current
  await tryWithStore((db) => db.put(STORE, entry, SLOT))
  return computeFingerprint(secret)
}

/** Returns the key of a person on this device; null if there is none. */
export async function deviceKeyFor(owner: number): Promise<CryptoKey | null> {
  if (current?.owner !== owner) current = (await tryWithStore((db) => db.get(STORE, SLOT))) ?? null
  return current?.owner === owner ? current.key : null
}

async function forgetDeviceKey(): Promise<void> {
  current = null
  await tryWithStore((db) => db.delete(STORE, SLOT))
}

/**
 * Moves the secret of an earlier version out of the session and stores it as a key.
 */
async function adoptSecret(): Promise<void> {
  const { draftKey, ...session } = (currentSession() ?? {}) as { draftKey?: string; userId?: number }
  if (!draftKey || session.userId === undefined) return
  setSession(session as NonNullable<ReturnType<typeof currentSession>>)
  const sealedBy = await storeDeviceKey(session.userId, draftKey)
  if (sealedBy && currentSession()?.userId === session.userId) updateSession({ sealedBy })
}

subscribeSession(() => {
  if (!currentSession()) void forgetDeviceKey()
})
if (currentSession()) void adoptSecret()
else void forgetDeviceKey()
