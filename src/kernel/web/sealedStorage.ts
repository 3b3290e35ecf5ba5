/** How long drafts are stored on a computer, in milliseconds. */
export const DRAFT_LIFE = 14 * 24 * 60 * 60 * 1000

const PREFIX = 'rooftree-sealed:'
/** The names under which earlier versions stored drafts unencrypted. */
const UNSEALED = 'rooftree-draft:'
const ALGORITHM = 'AES-GCM'

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
/** The prefix of a person's names in the storage, and their key. */
type OwnerAccess = { prefix: string; key: CryptoKey }

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/**
 * The texts of one person in a storage that others share. They are encrypted with AES-256-GCM, bound to their
 * name, and are readable in memory during that person's session. Without a key, or in a browser that cannot
 * encrypt (a page without https on another computer), they exist only in memory. Texts older than two weeks
 * are removed, also those of other users.
 */
export class SealedStorage {
  readonly #backing: Backing
  readonly #now: () => number
  readonly #texts = new Map<string, string>()
  readonly #turns = new Map<string, number>()
  #opened: OwnerAccess | null = null
  #work: Promise<unknown> = Promise.resolve()

  constructor(backing: Backing, now: () => number = Date.now) {
    this.#backing = backing
    this.#now = now
  }

  /** Opens the texts of a person with their key. Without a key, texts exist only in memory. */
  async open(owner: number, key: CryptoKey | null): Promise<void> {
    this.lock()
    this.#sweep()
    if (!key) return
    const ownerAccess = { prefix: `${PREFIX}${owner}:`, key }
    this.#opened = ownerAccess
    await Promise.all(this.#names(ownerAccess.prefix).map((name) => this.follow(name)))
  }

  /** Forgets the key and all texts in memory. Encrypted texts remain in the storage. */
  lock(): void {
    this.#opened = null
    this.#texts.clear()
  }

  /** Reads the text under a name of the storage again, for instance after another tab changed it. */
  async follow(name: string): Promise<void> {
    const ownerAccess = this.#opened
    if (!ownerAccess || !name.startsWith(ownerAccess.prefix)) return
    const key = name.slice(ownerAccess.prefix.length)
    const sealed = this.#backing.getItem(name)
    const text = sealed === null ? null : await unseal(ownerAccess, name, sealed)
    if (this.#opened !== ownerAccess) return
    if (text === null) this.#texts.delete(key)
    else this.#texts.set(key, text)
    // A text that cannot be decrypted was written with an old key and is removed.
    if (text === null && sealed !== null) this.#backing.removeItem(name)
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  setItem(key: string, text: string): void {
    this.#texts.set(key, text)
    const turn = this.#turn(key)
    const ownerAccess = this.#opened
    if (!ownerAccess) return
    const name = ownerAccess.prefix + key
    const at = this.#now()
    const write = async () => {
      const sealed = await seal(ownerAccess, name, { at, text })
      if (this.#turns.get(key) === turn) this.#backing.setItem(name, sealed)
    }
    // An error, such as a full storage, is ignored, because the draft is still on the screen.
    this.#work = Promise.all([this.#work, write().catch(() => undefined)])
  }

  removeItem(key: string): void {
    this.#turn(key)
    this.#texts.delete(key)
    if (this.#opened) this.#backing.removeItem(this.#opened.prefix + key)
  }

  /** Resolves when all changes are stored. */
  async settled(): Promise<void> {
    await this.#work
  }

  /**
   * Numbers the changes of a text, so that an earlier change that is encrypted later does not overwrite it.
   */
  #turn(key: string): number {
    const turn = (this.#turns.get(key) ?? 0) + 1
    this.#turns.set(key, turn)
    return turn
  }

  #names(prefix: string): string[] {
    const all = Array.from({ length: this.#backing.length }, (_, index) => this.#backing.key(index))
    return all.filter((name): name is string => name?.startsWith(prefix) ?? false)
  }

  #sweep(): void {
    const old = this.#names(PREFIX).filter(
      (name) => !(this.#now() - getWrittenAt(this.#backing.getItem(name)) <= DRAFT_LIFE),
    )
    for (const name of [...old, ...this.#names(UNSEALED)]) this.#backing.removeItem(name)
  }
}

/** Returns the time at which an encrypted text was written; NaN if it is not such a text. */
const getWrittenAt = (sealed: string | null): number => Number(sealed?.split('.')[0] || Number.NaN)

const getAlgorithm = (name: string, sealedAt: string, nonce: Uint8Array<ArrayBuffer>) => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: new TextEncoder().encode(`${name} ${sealedAt}`),
})

/** Encrypts a text. Returns `time.nonce.text`, with nonce and text in base64. */
async function seal(
  { key }: OwnerAccess,
  name: string,
  { at, text }: { at: number; text: string },
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    getAlgorithm(name, String(at), nonce),
    key,
    new TextEncoder().encode(text),
  )
  return [at, toBase64(nonce), toBase64(new Uint8Array(sealed))].join('.')
}

async function unseal({ key }: OwnerAccess, name: string, sealed: string): Promise<string | null> {
  const [sealedAt = '', nonce = '', text = ''] = sealed.split('.')
  try {
    const arrayBuffer = await crypto.subtle.decrypt(
      getAlgorithm(name, sealedAt, fromBase64(nonce)),
      key,
      fromBase64(text),
    )
    return new TextDecoder().decode(arrayBuffer)
  } catch {
    return null
  }
}
