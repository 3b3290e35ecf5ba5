import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { refuse } from '#kernel/model/refusals.ts'
import type { FileStore } from '#kernel/server/files.ts'

const START_BYTES = 4100

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
    const temporary = join(this.#folder, `.incoming-${crypto.randomUUID()}`)
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
}
