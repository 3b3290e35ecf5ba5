import { ApiError, ask } from '#kernel/web/api.ts'
import { slot } from '#kernel/web/module.ts'
import { currentSession, subscribeSession } from '#kernel/web/session.ts'
import { getConnection, noteAnswer, noteNoAnswer, subscribeConnection } from './connection.ts'
import { describeDeviceError, isDeviceFull } from './deviceErrors.ts'
import { DeviceStore } from './deviceStore.ts'
import { type Entry, type EntryKind, type EntryKinds, getNextEntry, isFinalRefusal } from './entry.ts'
import { reportSentEntries } from './reportSent.ts'
import { Seal } from './sealing.ts'
import { storeWaitingCount } from './waitingCount.ts'

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** How the module's entries are sent from a device; loaded only if there are any. */
    outbox?: () => Promise<EntryKinds>
  }
}

const getKindLoaders = slot('outbox')
const LOCK = 'rooftree-outbox'
const RETRY_MILLISECONDS = 15_000

/** The state of the outbox for the page. `sending` has the number of entries sent and the total. */
export type OutboxState = {
  entries: readonly Entry[]
  sending: { done: number; of: number } | null
  /** The server's answer to an entry that will be sent again later; null if there is no problem. */
  problem: string | null
  /** False until the entries of the signed-in person have been read. */
  ready: boolean
  /** False if the browser cannot store anything. */
  canStore: boolean
  /** True after an entry did not fit on the device, until one fits again. */
  full: boolean
}

const EMPTY_STATE: OutboxState = {
  entries: [],
  sending: null,
  problem: null,
  ready: false,
  canStore: true,
  full: false,
}

/**
 * The entries that the server does not have yet. They are stored encrypted on the device and sent in order,
 * each once. All tabs show the same entries; only one of them sends.
 */
class Outbox {
  #state: OutboxState = EMPTY_STATE
  #deviceStore: Promise<DeviceStore | null> = Promise.resolve(null)
  #ownerKey = ''
  #kinds: EntryKinds | null = null
  #lastChange: Promise<unknown> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #otherTabs = new BroadcastChannel(LOCK)

  constructor() {
    subscribeSession(() => this.#followSession())
    subscribeConnection(() => getConnection().online && void this.send())
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && void this.send(),
    )
    this.#otherTabs.onmessage = () => void this.#read()
    this.#followSession()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): OutboxState => this.#state

  /** The storage of the signed-in person; null if the browser cannot store anything. */
  deviceStore(): Promise<DeviceStore | null> {
    return this.#deviceStore
  }

  /**
   * Stores an entry on the device, returns once it is stored, and sends it as soon as possible. Throws if it
   * cannot be stored.
   */
  async add(entry: Entry, files: readonly { id: string; content: Blob }[] = []): Promise<void> {
    await this.#change((deviceStore) => deviceStore.put(entry, files)).catch((error: unknown) => {
      if (isDeviceFull(error)) this.#set({ full: true })
      throw error
    })
    void this.send()
  }

  /** Replaces changed entries in their places. */
  async put(entries: readonly Entry[]): Promise<void> {
    await this.#change(async (deviceStore) => {
      for (const entry of entries) await deviceStore.put(entry)
    })
    void this.send()
  }

  /** Discards entries. */
  async drop(entries: readonly Entry[]): Promise<void> {
    await this.#change((deviceStore) => deviceStore.remove(entries))
    void this.send()
  }

  /** Sends the waiting entries, unless another tab is doing so. */
  async send(): Promise<void> {
    clearTimeout(this.#timer)
    if (!navigator.onLine || getNextEntry(this.#state.entries) === null) return
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? this.#sendAll() : undefined))
    if (getNextEntry(this.#state.entries) !== null && currentSession())
      this.#timer = setTimeout(() => void this.send(), RETRY_MILLISECONDS)
  }

  async #sendAll(): Promise<void> {
    await this.#read()
    let sentCount = 0
    this.#set({ problem: null })
    for (let entry = getNextEntry(this.#state.entries); entry; entry = getNextEntry(this.#state.entries)) {
      const count = this.#state.entries.filter((entry) => !entry.rejection).length
      this.#set({ sending: { done: sentCount, of: sentCount + count } })
      if (!(await this.#sendOne(entry))) break
      sentCount += 1
    }
    this.#set({ sending: null })
  }

  /** Sends one entry. Returns whether to continue with the next one. */
  async #sendOne(entry: Entry): Promise<boolean> {
    const deviceStore = await this.#deviceStore
    const kind = (await this.#loadKinds())[entry.kind]
    if (!deviceStore || !kind || currentSession()?.userId !== deviceStore.owner) return false
    try {
      const answer = await ask(kind.call, await loadCallInput(deviceStore, entry, kind), {
        quiet: true,
        silent: true,
      })
      noteAnswer()
      await this.#change((open) => open.remove([entry], kind.getSnapshot?.(entry, answer)))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.#set({ problem: describeDeviceError(error) })
        return false
      }
      if (error.status === 0) noteNoAnswer()
      else noteAnswer()
      if (!isFinalRefusal(error.status)) {
        this.#set({ problem: error.status === 0 ? null : error.message })
        return false
      }
      await this.#change((open) =>
        open.put({ ...entry, rejection: { status: error.status, message: error.message } }),
      )
      return true
    }
  }

  async #loadKinds(): Promise<EntryKinds> {
    const loaded = this.#kinds ?? (await Promise.all(getKindLoaders().map((load) => load())))
    this.#kinds = Array.isArray(loaded) ? Object.assign({}, ...loaded) : loaded
    return this.#kinds!
  }

  /** Makes changes one after another; each is stored before it is shown. */
  #change(work: (deviceStore: DeviceStore) => Promise<void>): Promise<void> {
    const run = async () => {
      const deviceStore = await this.#deviceStore
      if (!deviceStore)
        throw new Error('This browser cannot store anything on the device. Open the portal over https.')
      await work(deviceStore)
      this.#set({ full: false })
      await this.#read()
      this.#otherTabs.postMessage('changed')
    }
    const completion = this.#lastChange.then(run, run)
    this.#lastChange = completion.catch(() => undefined)
    return completion
  }

  async #read(): Promise<void> {
    const deviceStore = await this.#deviceStore
    if (!deviceStore) return
    const entries = await deviceStore.entries()
    storeWaitingCount(deviceStore.owner, entries.length)
    this.#set({ entries, ready: true })
  }

  #set(parts: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...parts }
    for (const listener of this.#listeners) listener()
  }

  /** Opens the storage of the person who signs in; closes it when they sign out. */
  #followSession(): void {
    const session = currentSession()
    const ownerKey = session?.sealedBy ? `${session.userId} ${session.sealedBy}` : ''
    if (ownerKey === this.#ownerKey) return
    this.#ownerKey = ownerKey
    this.#state = EMPTY_STATE
    this.#deviceStore = session && ownerKey ? openShelf(session) : Promise.resolve(null)
    this.#set({})
    if (!ownerKey) return
    void this.#deviceStore.then(async (deviceStore) => {
      if (this.#ownerKey !== ownerKey) return
      if (!deviceStore) return this.#set({ ready: true, canStore: false })
      await this.#read()
      void this.send()
    })
  }
}

async function openShelf(session: Parameters<typeof Seal.of>[0]): Promise<DeviceStore | null> {
  if (!globalThis.indexedDB || !globalThis.navigator?.locks) return null
  const seal = await Seal.of(session)
  if (!seal) return null
  await DeviceStore.sweep()
  return new DeviceStore(seal)
}

async function loadCallInput(
  deviceStore: DeviceStore,
  { params, body, files }: Entry,
  { call }: EntryKind,
): Promise<never> {
  if (call.bodyType !== 'multipart') return { params, body } as never
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== null && value !== undefined) form.append(name, String(value))
  for (const entry of files) {
    const file = await deviceStore.file(entry)
    if (file) form.append('files[]', file, file.name)
  }
  return { params, body: form } as never
}

/** The outbox of this page. */
export const outbox = new Outbox()
reportSentEntries(outbox)
