import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ContentCheck, FileStore, ReceivedContent, StoredContent } from '#kernel/server/files.ts'
import { listNames, put, receive, removeUnfinished } from './incoming.ts'

/**
 * A file store that keeps contents in a folder, in subfolders named after the first two characters of the
 * hash.
 */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #path(contentHash: string): string {
    return join(this.#folder, contentHash.slice(0, 2), contentHash)
  }

  receive(content: Readable, limit: number, judge?: ContentCheck): Promise<ReceivedContent> {
    return receive(this.#folder, { content, limit, judge }, async (path, contentHash) => {
      const group = join(this.#folder, contentHash.slice(0, 2))
      await mkdir(group, { recursive: true })
      await rename(path, this.#path(contentHash))
      await flushFolder(group)
    })
  }

  put(content: Readable, limit: number): Promise<ReceivedContent> {
    return put(this, content, limit)
  }

  get(contentHash: string): Promise<Buffer> {
    return readFile(this.#path(contentHash))
  }

  stream(contentHash: string): Readable {
    return createReadStream(this.#path(contentHash))
  }

  async has(contentHash: string): Promise<boolean> {
    return (await stat(this.#path(contentHash)).catch(() => null)) !== null
  }

  async *list(): AsyncIterable<StoredContent> {
    for (const group of await listNames(this.#folder)) {
      if (group.startsWith('.')) continue
      for (const contentHash of await listNames(join(this.#folder, group))) {
        const stats = await stat(this.#path(contentHash)).catch(() => null)
        if (stats) yield { contentHash, size: stats.size, storedAt: stats.mtime }
      }
    }
  }

  async removeOlder(contentHash: string, before: Date): Promise<boolean> {
    const stats = await stat(this.#path(contentHash)).catch(() => null)
    if (!stats || stats.mtime >= before) return false
    await rm(this.#path(contentHash), { force: true })
    return true
  }

  removeUnfinished(before: Date): Promise<void> {
    return removeUnfinished(this.#folder, before)
  }
}

/**
 * Flushes a folder, because a new name in it is only safe from a crash after that. Windows does not support
 * it.
 */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
