import { deviceKeyFor } from './deviceKey.ts'
import { SealedStorage } from './sealedStorage.ts'
import { currentSession, type Session, subscribeSession } from './session.ts'

export { DRAFT_LIFE } from './sealedStorage.ts'

/** So long a screen that goes with the sign-in may still seal what was typed on it. */
const LAST_WORDS = 1000

const nothing = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
  length: 0,
}

/** What the person signed in has typed and not saved, sealed on this computer; nobody else's can be read. */
export const draftStorage = new SealedStorage(globalThis.localStorage ?? nothing)

let opened: string | null = null
let ready: Promise<void> = Promise.resolve()

function follow(): void {
  const session = currentSession()
  if (!session) return void setTimeout(() => !currentSession() && leave(), LAST_WORDS)
  const whose = `${session.userId} ${session.sealedBy}`
  if (whose === opened) return
  opened = whose
  draftStorage.lock()
  ready = open(session, whose)
}

async function open({ userId, sealedBy }: Session, whose: string): Promise<void> {
  const key = sealedBy ? await deviceKeyFor(userId) : null
  if (opened === whose) await draftStorage.open(userId, key)
}

function leave(): void {
  opened = null
  draftStorage.lock()
}

subscribeSession(follow)
follow()
globalThis.addEventListener?.('storage', (event) => {
  const { key } = event as StorageEvent
  if (key !== null) void draftStorage.follow(key)
})

/** Once the drafts of whoever is signed in can be read. */
export const draftsReady = (): Promise<void> => ready
