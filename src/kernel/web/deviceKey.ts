import type { DBSchema, IDBPDatabase } from 'idb'
import { currentSession, setSession, subscribeSession, updateSession } from './session.ts'

/**
 * The key with which what a person types and takes along is sealed on this device. It comes with the sign-in,
 * is kept by the browser as a key that no script can read out, apart from what it seals, and is forgotten at
 * sign-out. Whoever holds the unlocked device of somebody who is signed in opens the portal with it as that
 * person does.
 */

const ALGORITHM = 'AES-GCM'
const NAME = 'rooftree-key'
const STORE = 'keys'
/** The one entry: a device seals for whoever is signed in. */
const SLOT = 1

interface Keys extends DBSchema {
  [STORE]: { key: number; value: { owner: number; key: CryptoKey } }
}

type OwnedKey = { owner: number; key: CryptoKey }

let opening: Promise<IDBPDatabase<Keys>> | null = null
/** The same in memory: the only place where a browser keeps no keys, and the first one to look at. */
let current: OwnedKey | null = null

/** Opens the store of keys; its library is loaded then, because the sign-in screen does not need it. */
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

/** Stores or reads something; null where the browser keeps no keys. */
async function tried<T>(work: (db: IDBPDatabase<Keys>) => Promise<T>): Promise<T | null> {
  if (!globalThis.indexedDB) return null
  try {
    return await work(await database())
  } catch {
    return null
  }
}

const bytesIn = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0))

/** A key made of 256 bits in base64, which cannot be read out again. */
export const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesIn(secret), ALGORITHM, false, ['encrypt', 'decrypt'])

/** An id of the key for the session, from which the key cannot be found. */
async function fingerprint(secret: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesIn(secret)))
  return btoa(String.fromCharCode(...digest.slice(0, 9)))
}

/**
 * Keeps the key of a person who signs in; answers its mark for the session (`Session.sealedBy`). Undefined
 * where the browser encrypts nothing: the page is neither https nor from localhost.
 */
export async function keepDeviceKey(owner: number, secret: string | null): Promise<string | undefined> {
  if (!secret || !globalThis.crypto?.subtle) return undefined
  current = { owner, key: await importKey(secret) }
  const entry = current
  await tried((db) => db.put(STORE, entry, SLOT))
  return fingerprint(secret)
}

/** The key of a person on this device; null where there is none. */
export async function deviceKeyFor(owner: number): Promise<CryptoKey | null> {
  if (current?.owner !== owner) current = (await tried((db) => db.get(STORE, SLOT))) ?? null
  return current?.owner === owner ? current.key : null
}

async function forgetDeviceKey(): Promise<void> {
  current = null
  await tried((db) => db.delete(STORE, SLOT))
}

/**
 * Earlier versions kept the secret itself in the session, next to the sealed data: it is taken out, and kept
 * as a key.
 */
async function adoptSecret(): Promise<void> {
  const { draftKey, ...session } = (currentSession() ?? {}) as { draftKey?: string; userId?: number }
  if (!draftKey || session.userId === undefined) return
  setSession(session as NonNullable<ReturnType<typeof currentSession>>)
  const sealedBy = await keepDeviceKey(session.userId, draftKey)
  if (sealedBy && currentSession()?.userId === session.userId) updateSession({ sealedBy })
}

subscribeSession(() => {
  if (!currentSession()) void forgetDeviceKey()
})
if (currentSession()) void adoptSecret()
else void forgetDeviceKey()
