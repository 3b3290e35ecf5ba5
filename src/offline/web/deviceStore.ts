import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Entry, type EntryFile, type StoredEntry, toEntry } from './entry.ts'
import type { EncryptedBytes, Seal } from './sealing.ts'

const DATABASE_NAME = 'rooftree-device'
/** The time after which a snapshot is deleted from a device. Entries remain until they are sent. */
const SNAPSHOT_MILLISECONDS = 14 * 24 * 60 * 60 * 1000
/**
 * The name of the store of snapshots. Devices in use have this name, which is also part of the encrypted
 * data,
 * so it cannot change.
 */
const SNAPSHOTS = 'kept'

interface ShelfSchema extends DBSchema {
  entries: {
    key: number
    value: EncryptedBytes & { seq?: number; owner: number; key: string }
    indexes: { owner: number }
  }
  files: { key: [number, string]; value: EncryptedBytes & { owner: number; id: string } }
  [SNAPSHOTS]: { key: [number, string]; value: EncryptedBytes & { owner: number; name: string; at: number } }
}

let openDatabase: Promise<IDBPDatabase<ShelfSchema>> | null = null
const getDatabase = () => {
  openDatabase ??= openDB<ShelfSchema>(DATABASE_NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('owner', 'owner')
      db.createObjectStore('files', { keyPath: ['owner', 'id'] })
      db.createObjectStore(SNAPSHOTS, { keyPath: ['owner', 'name'] })
    },
    terminated: () => {
      openDatabase = null
    },
  })
  return openDatabase
}

const entryName = (key: string) => `entry ${key}`
const fileName = (id: string) => `file ${id}`
const snapshotName = (name: string) => `${SNAPSHOTS} ${name}`

/** Rolls back a change, unless the browser has aborted it already. */
function rollBack(change: { abort: () => void }): void {
  try {
    change.abort()
  } catch {
    // The browser has already aborted it.
  }
}

/** A value read from the server, and the moment at which it was stored, in milliseconds. */
export type Snapshot<T> = { at: number; value: T }

/**
 * The data of one person on this device: waiting entries, their files, and snapshots for work without a
 * connection. It is encrypted except for the id of the owner, the random key and the sequence.
 */
export class DeviceStore {
  readonly #seal: Seal

  constructor(seal: Seal) {
    this.#seal = seal
  }

  get owner(): number {
    return this.#seal.owner
  }

  /** All waiting entries, in the order in which they were made. */
  async entries(): Promise<Entry[]> {
    const rows = await (await getDatabase()).getAllFromIndex('entries', 'owner', this.owner)
    const storedEntries = await Promise.all(
      rows.map((row) => this.#seal.unsealText<StoredEntry>(entryName(row.key), row)),
    )
    return storedEntries.flatMap((entry, index) =>
      entry ? [{ ...toEntry(entry), seq: rows[index]!.seq! }] : [],
    )
  }

  /** Adds an entry with its files, or replaces a changed one: all of it or nothing. */
  async put({ seq, ...entry }: Entry, files: readonly { id: string; content: Blob }[] = []): Promise<void> {
    const { owner } = this
    const sealed = await this.#seal.sealText(entryName(entry.key), entry)
    const rows = await Promise.all(
      files.map(async ({ id, content }) => ({
        ...(await this.#seal.seal(fileName(id), await content.arrayBuffer())),
        owner,
        id,
      })),
    )
    const change = (await getDatabase()).transaction(['entries', 'files'], 'readwrite', {
      durability: 'strict',
    })
    const parts: Promise<unknown>[] = [change.done]
    try {
      const place = seq === undefined ? {} : { seq }
      parts.push(change.objectStore('entries').put({ ...sealed, owner, key: entry.key, ...place }))
      for (const row of rows) parts.push(change.objectStore('files').put(row))
      await Promise.all(parts)
    } catch (error) {
      for (const part of parts) part.catch(() => undefined)
      rollBack(change)
      throw error
    }
  }

  /** Removes entries and stores the snapshot that their answer brought, in one transaction. */
  async remove(entries: readonly Entry[], snapshot?: { name: string; value: unknown }): Promise<void> {
    const { owner } = this
    const row = snapshot && (await this.#snapshotRow(snapshot.name, snapshot.value))
    const change = (await getDatabase()).transaction(['entries', 'files', SNAPSHOTS], 'readwrite', {
      durability: 'strict',
    })
    await Promise.all([
      ...entries.flatMap(({ seq, files }) => [
        change.objectStore('entries').delete(seq!),
        ...files.map((file) => change.objectStore('files').delete([owner, file.id])),
      ]),
      row && change.objectStore(SNAPSHOTS).put(row),
      change.done,
    ])
  }

  async file({ id, name, type }: EntryFile): Promise<File | null> {
    const row = await (await getDatabase()).get('files', [this.owner, id])
    const bytes = row ? await this.#seal.unseal(fileName(id), row) : null
    return bytes === null ? null : new File([bytes], name, { type })
  }

  async saveSnapshot(name: string, value: unknown): Promise<void> {
    const row = await this.#snapshotRow(name, value)
    await (await getDatabase()).put(SNAPSHOTS, row)
  }

  async snapshot<T>(name: string): Promise<Snapshot<T> | null> {
    const row = await (await getDatabase()).get(SNAPSHOTS, [this.owner, name])
    const value = row ? await this.#seal.unsealText<T>(snapshotName(name), row) : null
    return row && value !== null ? { at: row.at, value } : null
  }

  /** Deletes old snapshots of all users. */
  static async sweep(now = Date.now()): Promise<void> {
    const db = await getDatabase()
    const old = (await db.getAll(SNAPSHOTS)).filter((row) => now - row.at > SNAPSHOT_MILLISECONDS)
    await Promise.all(old.map((row) => db.delete(SNAPSHOTS, [row.owner, row.name])))
  }

  async #snapshotRow(name: string, value: unknown) {
    return {
      ...(await this.#seal.sealText(snapshotName(name), value)),
      owner: this.owner,
      name,
      at: Date.now(),
    }
  }
}
