import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { HIDDEN } from '../model/field.ts'
import { acceptedTypes, fileLimits, filePartNames, noTable } from '../model/fileTypes.ts'
import { refuse } from '../model/refusals.ts'

/** A content as it was received: next to the store until it is stored. */
export type Received = {
  contentHash: string
  size: number
  /** Its bytes, as long as it is not stored. */
  content: () => Promise<Buffer>
  /** Puts it into the store; again is harmless. Refuses with 507 when there is no room. */
  keep: () => Promise<void>
  /** Removes a received content that was not stored. */
  discard: () => Promise<void>
}

/**
 * A received file, not yet belonging to anything; it is removed at the end of its request unless it was
 * stored.
 */
export type Upload = Received & { fieldName: string; fileName: string; contentType: string }

/** A content in the store; `storedAt` is when it was received last. */
export type StoredContent = { contentHash: string; size: number; storedAt: Date }

/** Refuses a content by its first bytes; it is asked before any are written. */
export type Judge = (start: Buffer) => Promise<void>

/**
 * Where file contents live, addressed by their SHA-256. Contents never change, so writing twice is harmless.
 */
export interface FileStore {
  /** Receives a stream, to be stored or dropped. Refuses more than `limit` bytes. */
  receive(content: Readable, limit: number, judge?: Judge): Promise<Received>
  /** Receives and keeps a content of our own. */
  put(content: Readable, limit: number): Promise<Received>
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

/** Refuses files in a part of any other name by that name, so that no file is taken for another kind. */
function refuseForeignPart({ fieldname, file }: { fieldname: string; file: Readable }): void {
  if (filePartNames.includes(fieldname)) return
  file.resume()
  const names = filePartNames.map((name) => `“${name}”`).join(', ')
  refuse.invalid([
    { field: fieldname, message: `“${fieldname}” is no part for files. Send them as ${names}.` },
  ])
}

/**
 * Reads a multipart body: files are added to `uploads` as they arrive, fields go into one object. Refuses
 * empty files, files that are too large or too many, and contents of no accepted type, regardless of their
 * names.
 */
export async function readUploads(
  request: FastifyRequest,
  store: FileStore,
  uploads: Upload[],
  limit: number = fileLimits.bytes,
): Promise<Record<string, unknown>> {
  if (!request.isMultipart())
    refuse.invalid([{ field: 'file', message: 'Send the file as multipart/form-data.' }])
  const limits = { fileSize: limit + 1, files: fileLimits.count, fields: 50, fieldSize: 100_000 }
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      refuseForeignPart(part)
      const fileName = part.filename.split(HIDDEN).join('').slice(-255)
      let contentType = ''
      const received = await store.receive(part.file, limit, async (start) => {
        contentType = await checkedType(fileName, start)
      })
      uploads.push({ fieldName: part.fieldname, fileName, contentType, ...received })
    }
    return fields
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_FILES_LIMIT')
      refuse.invalid([{ field: 'file', message: `Send at most ${fileLimits.count} files at a time.` }])
    // Only the parser throws plain errors, about a broken or cut-off body; those of the system carry a code.
    const isParsers = error instanceof Error && error.constructor === Error && code === undefined
    if (!isParsers && code !== 'FST_MP_PREMATURE_CLOSE') throw error
    return refuse.invalid([
      { field: 'file', message: 'The upload did not arrive whole. Please send it again.' },
    ])
  }
}

/**
 * The first entry of an Office document's ZIP, by extension: its own folder, or an entry that all of them
 * have.
 */
const officeFolders: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/' }
const OFFICE_PARTS = ['[Content_Types].xml', '_rels/', 'docProps/', 'customXml/']
const NAME_LENGTH_AT = 26
const NAME_AT = 30

/** Whether a file that looks like a ZIP starts like the Office document of its extension. */
function isOfficeOrNoZip(ending: string, type: string, start: Buffer): boolean {
  if (type !== 'application/zip') return true
  if (start.length < NAME_AT) return false
  const first = start.toString('utf8', NAME_AT, NAME_AT + start.readUInt16LE(NAME_LENGTH_AT))
  return [...OFFICE_PARTS, officeFolders[ending]].some((part) => part !== undefined && first.startsWith(part))
}

async function checkedType(fileName: string, start: Buffer): Promise<string> {
  const ending = fileName.toLowerCase().split('.').pop() ?? ''
  const type = (await fileTypeFromBuffer(start))?.mime ?? (noTable.test(start.toString()) ? '' : 'text/csv')
  const accepted = Object.keys(acceptedTypes)
  const fits =
    accepted.includes(ending) && acceptedTypes[ending]?.includes(type) && isOfficeOrNoZip(ending, type, start)
  if (start.length > 0 && fits) return type
  const what =
    start.length === 0 ? 'is empty.' : `is not a file of an accepted type (${accepted.join(', ')}).`
  return refuse.invalid([{ field: 'file', message: `${fileName} ${what}` }])
}
