import { deviceKeyFor } from '#kernel/web/deviceKey.ts'
import type { Session } from '#kernel/web/session.ts'

const ALGORITHM = 'AES-GCM'
const NONCE_BYTES = 12

/** Encrypted bytes as they are stored on a device. */
export type EncryptedBytes = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/**
 * Encrypts the data of one person with AES-256-GCM, bound to the name it is stored under, and decrypts it.
 */
export class Seal {
  readonly owner: number
  readonly #key: CryptoKey

  private constructor(owner: number, key: CryptoKey) {
    this.owner = owner
    this.#key = key
  }

  /**
   * The seal of the signed-in person; null if the browser offers no encryption: the page is neither https nor
   * from localhost.
   */
  static async of({ userId, sealedBy }: Session): Promise<Seal | null> {
    const key = sealedBy ? await deviceKeyFor(userId) : null
    return key && new Seal(userId, key)
  }

  async seal(name: string, bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<EncryptedBytes> {
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    return { iv, bytes: await crypto.subtle.encrypt(this.#binding(name, iv), this.#key, bytes) }
  }

  /** Decrypts bytes. Returns null if they were encrypted with a key that no longer exists. */
  unseal(name: string, { iv, bytes }: EncryptedBytes): Promise<ArrayBuffer | null> {
    return crypto.subtle.decrypt(this.#binding(name, iv), this.#key, bytes).catch(() => null)
  }

  sealText(name: string, value: unknown): Promise<EncryptedBytes> {
    return this.seal(name, new TextEncoder().encode(JSON.stringify(value)))
  }

  async unsealText<T>(name: string, sealed: EncryptedBytes): Promise<T | null> {
    const bytes = await this.unseal(name, sealed)
    return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as T)
  }

  #binding(name: string, iv: Uint8Array<ArrayBuffer>) {
    return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(`${this.owner} ${name}`) }
  }
}
