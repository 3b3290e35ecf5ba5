import { deviceKeyFor } from './deviceKey.ts'
import { SealedStorage } from './sealedStorage.ts'
import { currentSession, type Session, subscribeSession } from './session.ts'

export { DRAFT_LIFE } from './sealedStorage.ts'

/** The time after a sign-out, in milliseconds, within which a closing screen may still store its draft. */
const LOCK_DELAY = 1000

/** A storage without entries, for tests without a browser. */
const emptyStorage = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
  length: 0,
}

/**
 * The unsaved drafts of the signed-in person, encrypted on this computer. Drafts of others cannot be read.
 */
export const draftStorage = new SealedStorage(globalThis.localStorage ?? emptyStorage)

let openOwnerKey: string | null = null
let ready: Promise<void> = Promise.resolve()

/** Opens the drafts of the person who signed in, or locks them after a sign-out. */
function followSession(): void {
  const session = currentSession()
  if (!session) return void setTimeout(() => !currentSession() && leave(), LOCK_DELAY)
  const ownerKey = `${session.userId} ${session.sealedBy}`
  if (ownerKey === openOwnerKey) return
  openOwnerKey = ownerKey
  draftStorage.lock()
  ready = open(session, ownerKey)
}

async function open({ userId, sealedBy }: Session, ownerKey: string): Promise<void> {
  const key = sealedBy ? await deviceKeyFor(userId) : null
  if (openOwnerKey === ownerKey) await draftStorage.open(userId, key)
}

function leave(): void {
  openOwnerKey = null
  draftStorage.lock()
}

subscribeSession(followSession)
followSession()
globalThis.addEventListener?.('storage', (event) => {
  const { key } = event as StorageEvent
  if (key !== null) void draftStorage.follow(key)
})

/** Resolves once the drafts of the signed-in person can be read. */
export const draftsReady = (): Promise<void> => ready
