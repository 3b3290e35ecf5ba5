import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import type { FileStore, Judge, Received } from '#kernel/server/files.ts'

const START_BYTES = 4100
const UNFINISHED = '.incoming-'

/**
 * Receives a content into a separate file in `folder`, next to the stored contents. Its first bytes are
 * checked before any of it is written, and it is compared with the declared hash before it may be stored;
 * `take` then moves it into place. Refuses more than `limit` bytes, and answers 507 without disk space.
 */
export async function receive(
  folder: string,
  { content, limit, judge }: { content: Readable; limit: number; judge?: Judge | undefined },
  take: (path: string, contentHash: string) => Promise<void>,
): Promise<Received> {
  const path = join(folder, `${UNFINISHED}${crypto.randomUUID()}`)
  const discard = () => rm(path, { force: true })
  try {
    const { contentHash, size } = await room(() => write(path, content, limit, judge))
    await compare(path, contentHash, size)
    let isStored = false
    const keep = async () => {
      if (!isStored) await room(() => take(path, contentHash))
      isStored = true
    }
    return { contentHash, size, content: () => readFile(path), keep, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Receives a content and keeps it at once. */
export async function put(store: FileStore, content: Readable, limit: number): Promise<Received> {
  const received = await store.receive(content, limit)
  try {
    await received.keep()
    return received
  } finally {
    await received.discard()
  }
}

async function write(path: string, content: Readable, limit: number, judge: Judge | undefined) {
  const digest = createHash('sha256')
  let handle: FileHandle | undefined
  let chunks: Buffer[] = []
  let size = 0
  /** Writes the bytes held back until the check of the first ones. */
  const pass = async () => {
    const chunk = Buffer.concat(chunks)
    chunks = []
    if (!handle) {
      await judge?.(chunk.subarray(0, START_BYTES))
      await mkdir(join(path, '..'), { recursive: true })
      handle = await open(path, 'wx', 0o600)
    }
    await writeWhole(handle, chunk)
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
      if (handle || size >= START_BYTES) await pass()
    }
    await pass()
    await handle?.sync()
  } finally {
    await handle?.close()
  }
  return { contentHash: digest.digest('hex'), size }
}

/** A disk that is nearly full takes part of a chunk and says so, without any error. */
async function writeWhole(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written)
    if (bytesWritten === 0) throw noRoom()
    written += bytesWritten
  }
}

async function compare(path: string, contentHash: string, size: number): Promise<void> {
  const stats = await stat(path)
  if (stats.size !== size || (await loadFileHash(createReadStream(path))) !== contentHash)
    throw new Error(`The disk gave back other bytes than were written: ${stats.size} of ${size}.`)
}

/** The SHA-256 of a stream, in hexadecimal. */
export async function loadFileHash(content: Readable): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of content as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest('hex')
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Turns failures for lack of disk space into a plain refusal. */
async function room<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw FULL.includes((error as NodeJS.ErrnoException).code ?? '') ? noRoom() : error
  }
}

/** 507: the store is full. */
export const noRoom = (): Refusal =>
  new Refusal(
    'noRoom',
    'There is no room left for documents, so this one was not stored. Please let the agency know.',
  )

/** Takes away what broken-off uploads left in a folder before a moment. */
export async function removeUnfinished(folder: string, before: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const stats = name.startsWith(UNFINISHED) ? await stat(path).catch(() => null) : null
    if (stats && stats.mtime < before) await rm(path, { force: true })
  }
}

/** The names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
