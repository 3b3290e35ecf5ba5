import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { acceptedTypes, fileLimits } from '../model/fileTypes.ts'
import { refuse } from '../model/refusals.ts'

/** A file as it was received: stored already, not yet belonging to anything. */
export type Upload = { fieldName: string; fileName: string; contentType: string; size: number; contentHash: string }

/** A content in the store; `storedAt` is when it was received last. */
export type StoredContent = { contentHash: string; size: number; storedAt: Date }

/** Where file contents live, addressed by their SHA-256. Contents never change, so writing twice is harmless. */
export interface FileStore {
  /** Stores a stream; answers its hash, its size and its first bytes, enough to tell its type. Refuses what is larger than `limit` bytes. */
  put(content: Readable, limit: number): Promise<{ contentHash: string; size: number; start: Buffer }>
  get(contentHash: string): Promise<Buffer>
  stream(contentHash: string): Readable
  has(contentHash: string): Promise<boolean>
  /** Every content there is. */
  list(): AsyncIterable<StoredContent>
  /** Takes a content away unless it was received again since `before`. Answers whether it went. */
  removeOlder(contentHash: string, before: Date): Promise<boolean>
  /** Takes away what broken-off uploads left before a moment. */
  removeUnfinished(before: Date): Promise<void>
}

/**
 * Reads a multipart body: files go to the store as they come, everything else into one object. Refuses empty files,
 * files that are too large or too many, and contents that are not of an accepted type, whatever their name says.
 */
export async function readUploads(
  request: FastifyRequest,
  store: FileStore,
  limit: number = fileLimits.bytes,
): Promise<{ uploads: Upload[]; fields: Record<string, unknown> }> {
  if (!request.isMultipart()) refuse.invalid([{ field: 'file', message: 'Send the file as multipart/form-data.' }])
  try {
    return await readParts(request, store, limit)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_FILES_LIMIT')
      refuse.invalid([{ field: 'file', message: `Send at most ${fileLimits.count} files at a time.` }])
    // Only the parser throws plain errors, about a broken or cut-off body; those of the system carry a code.
    const isParsers = error instanceof Error && error.constructor === Error && code === undefined
    if (!isParsers) throw error
    return refuse.invalid([{ field: 'file', message: 'The upload did not arrive whole. Please send it again.' }])
  }
}

async function readParts(
  request: FastifyRequest,
  store: FileStore,
  limit: number,
): Promise<{ uploads: Upload[]; fields: Record<string, unknown> }> {
  const uploads: Upload[] = []
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts({
    limits: { fileSize: limit + 1, files: fileLimits.count, fields: 50, fieldSize: 100_000 },
  })) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    const { contentHash, size, start } = await store.put(part.file, limit)
    const contentType = await checkedType(part.filename, size, start)
    uploads.push({ fieldName: part.fieldname, fileName: part.filename, contentType, size, contentHash })
  }
  return { uploads, fields }
}

async function checkedType(fileName: string, size: number, start: Buffer): Promise<string> {
  if (size === 0) return refuse.invalid([{ field: 'file', message: `${fileName} is empty.` }])
  const ending = fileName.toLowerCase().split('.').pop() ?? ''
  const accepted = acceptedTypes[ending]
  const found = await fileTypeFromBuffer(start)
  const isPlainText = found === undefined && !start.includes(0)
  const fits =
    accepted && (accepted.plainText ? isPlainText : found !== undefined && accepted.contentTypes.includes(found.mime))
  if (!fits) {
    return refuse.invalid([
      {
        field: 'file',
        message: `${fileName} is not a file of an accepted type (${Object.keys(acceptedTypes).join(', ')}).`,
      },
    ])
  }
  return accepted.plainText ? 'text/csv' : found!.mime
}
