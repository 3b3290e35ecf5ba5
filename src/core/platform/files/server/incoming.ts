import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import type { ContentCheck, FileStore, ReceivedContent } from '#kernel/server/files.ts'

const CHECKED_BYTES = 4100
const UNFINISHED = '.incoming-'

/**
 * Receives a content into a separate file in `folder`, next to the stored contents. `judge` checks its
 * first bytes before any is written, and the written file is compared with the hash. Keeping it then moves
 * it into place by `take`. Refuses more than `limit` bytes, and answers 507 if the disk is full.
 */
export async function receive(
  folder: string,
  { content, limit, judge }: { content: Readable; limit: number; judge?: ContentCheck | undefined },
  take: (path: string, contentHash: string) => Promise<void>,
): Promise<ReceivedContent> {
  const path = join(folder, `${UNFINISHED}${crypto.randomUUID()}`)
  const discard = () => rm(path, { force: true })
  try {
    const { contentHash, size } = await translateDiskFull(() => writeContent(path, content, limit, judge))
    await verifyWritten(path, contentHash, size)
    let isStored = false
    const keep = async () => {
      if (!isStored) await translateDiskFull(() => take(path, contentHash))
      isStored = true
    }
    return { contentHash, size, content: () => readFile(path), keep, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Receives a content and keeps it immediately. */
export async function put(store: FileStore, content: Readable, limit: number): Promise<ReceivedContent> {
  const received = await store.receive(content, limit)
  try {
    await received.keep()
    return received
  } finally {
    await received.discard()
  }
}

async function writeContent(path: string, content: Readable, limit: number, judge: ContentCheck | undefined) {
  const digest = createHash('sha256')
  let handle: FileHandle | undefined
  let chunks: Buffer[] = []
  let size = 0
  /** Writes the buffered bytes. The first time, the check of the first bytes runs before. */
  const flush = async () => {
    const chunk = Buffer.concat(chunks)
    chunks = []
    if (!handle) {
      await judge?.(chunk.subarray(0, CHECKED_BYTES))
      await mkdir(join(path, '..'), { recursive: true })
      handle = await open(path, 'wx', 0o600)
    }
    await writeCompletely(handle, chunk)
  }
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit)
        refuse.invalid([
          { field: 'file', message: `A file may have at most ${Math.floor(limit / 1_048_576)} MB.` },
        ])
      digest.update(chunk)
      chunks.push(chunk)
      if (handle || size >= CHECKED_BYTES) await flush()
    }
    await flush()
    await handle?.sync()
  } finally {
    await handle?.close()
  }
  return { contentHash: digest.digest('hex'), size }
}

/**
 * Writes a chunk completely. A disk that is nearly full writes only a part of it without reporting an
 * error.
 */
async function writeCompletely(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written)
    if (bytesWritten === 0) throw createNoRoomRefusal()
    written += bytesWritten
  }
}

async function verifyWritten(path: string, contentHash: string, size: number): Promise<void> {
  const stats = await stat(path)
  if (stats.size !== size || (await computeHash(createReadStream(path))) !== contentHash)
    throw new Error(`The disk gave back other bytes than were written: ${stats.size} of ${size}.`)
}

/** Computes the SHA-256 of a stream, in hexadecimal. */
export async function computeHash(content: Readable): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of content as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest('hex')
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Turns a failure for lack of disk space into a refusal that users understand. */
async function translateDiskFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw FULL.includes((error as NodeJS.ErrnoException).code ?? '') ? createNoRoomRefusal() : error
  }
}

/** The refusal for a full store (507). */
export const createNoRoomRefusal = (): Refusal =>
  new Refusal(
    'noRoom',
    'There is no room left for documents, so this one was not stored. Please let the agency know.',
  )

/** Removes the files that interrupted uploads left in a folder before a moment. */
export async function removeUnfinished(folder: string, before: Date): Promise<void> {
  for (const name of await listNames(folder)) {
    const path = join(folder, name)
    const stats = name.startsWith(UNFINISHED) ? await stat(path).catch(() => null) : null
    if (stats && stats.mtime < before) await rm(path, { force: true })
  }
}

/** Lists the names in a folder; none if it does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
