import { deviceKeyFor } from './deviceKey.ts'
import { SealedStorage } from './sealedStorage.ts'
import { currentSession, type Session, subscribeSession } from './session.ts'

export { DRAFT_LIFE } from './sealedStorage.ts'

/** The time after a sign-out within which a closing screen may still seal its draft. */
const LAST_WORDS = 1000

const nothing = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
  length: 0,
}

/** The unsaved drafts of the signed-in person, sealed on this computer; those of others cannot be read. */
export const draftStorage = new SealedStorage(globalThis.localStorage ?? nothing)

let openOwnerKey: string | null = null
let ready: Promise<void> = Promise.resolve()

function follow(): void {
  const session = currentSession()
  if (!session) return void setTimeout(() => !currentSession() && leave(), LAST_WORDS)
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

subscribeSession(follow)
follow()
globalThis.addEventListener?.('storage', (event) => {
  const { key } = event as StorageEvent
  if (key !== null) void draftStorage.follow(key)
})

/** Resolves once the drafts of the signed-in person can be read. */
export const draftsReady = (): Promise<void> => ready
