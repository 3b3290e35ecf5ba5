import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { refuse } from '#kernel/model/refusals.ts'
import type { FileStore, StoredContent } from '#kernel/server/files.ts'

const START_BYTES = 4100
const UNFINISHED = '.incoming-'

/** Keeps contents in a folder, two levels deep. */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  #path(contentHash: string): string {
    return join(this.#folder, contentHash.slice(0, 2), contentHash)
  }

  async put(content: Readable, limit: number): Promise<{ contentHash: string; size: number; start: Buffer }> {
    await mkdir(this.#folder, { recursive: true })
    const temporary = join(this.#folder, `${UNFINISHED}${crypto.randomUUID()}`)
    const digest = createHash('sha256')
    let start = Buffer.alloc(0)
    let size = 0
    try {
      const handle = await open(temporary, 'wx', 0o600)
      try {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          size += chunk.length
          if (size > limit)
            refuse.invalid([{ field: 'file', message: `A file may have at most ${Math.floor(limit / 1_048_576)} MB.` }])
          if (start.length < START_BYTES) start = Buffer.concat([start, chunk.subarray(0, START_BYTES)])
          digest.update(chunk)
          await handle.write(chunk)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      const contentHash = digest.digest('hex')
      await mkdir(join(this.#folder, contentHash.slice(0, 2)), { recursive: true })
      await rename(temporary, this.#path(contentHash))
      return { contentHash, size, start }
    } finally {
      await rm(temporary, { force: true })
    }
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
    for (const group of await names(this.#folder)) {
      if (group.startsWith('.')) continue
      for (const contentHash of await names(join(this.#folder, group))) {
        const found = await stat(this.#path(contentHash)).catch(() => null)
        if (found) yield { contentHash, size: found.size, storedAt: found.mtime }
      }
    }
  }

  async removeOlder(contentHash: string, before: Date): Promise<boolean> {
    const found = await stat(this.#path(contentHash)).catch(() => null)
    if (!found || found.mtime >= before) return false
    await rm(this.#path(contentHash), { force: true })
    return true
  }

  async removeUnfinished(before: Date): Promise<void> {
    for (const name of await names(this.#folder)) {
      const path = join(this.#folder, name)
      const found = name.startsWith(UNFINISHED) ? await stat(path).catch(() => null) : null
      if (found && found.mtime < before) await rm(path, { force: true })
    }
  }
}

/** What a folder holds; nothing when it is not there. */
async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
