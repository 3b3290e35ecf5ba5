import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { HIDDEN } from '../model/field.ts'
import { acceptedTypes, fileLimits, filePartNames, NOT_A_TABLE } from '../model/fileTypes.ts'
import { refuse } from '../model/refusals.ts'

/** The received content of a file, in a temporary place until it is stored. */
export type ReceivedContent = {
  contentHash: string
  size: number
  /** Returns its bytes, until it is stored. */
  content: () => Promise<Buffer>
  /** Moves it into the store. Repeating this is harmless. Refuses with 507 if there is no space. */
  keep: () => Promise<void>
  /** Deletes the content if it was not stored. */
  discard: () => Promise<void>
}

/**
 * A received file that does not belong to a record yet. It is deleted at the end of the request unless it was
 * stored.
 */
export type Upload = ReceivedContent & { fieldName: string; fileName: string; contentType: string }

/** A content in the store. `storedAt` is the last time it was received. */
export type StoredContent = { contentHash: string; size: number; storedAt: Date }

/** A check that refuses a content by its first bytes. It runs before any bytes are written. */
export type ContentCheck = (start: Buffer) => Promise<void>

/**
 * The store of file contents, which are identified by their SHA-256. Contents never change, so storing one
 * twice is harmless.
 */
export interface FileStore {
  /** Receives a stream that is then stored or discarded. Refuses more than `limit` bytes. */
  receive(content: Readable, limit: number, judge?: ContentCheck): Promise<ReceivedContent>
  /** Receives and stores a content that the portal itself made. */
  put(content: Readable, limit: number): Promise<ReceivedContent>
  get(contentHash: string): Promise<Buffer>
  stream(contentHash: string): Readable
  has(contentHash: string): Promise<boolean>
  /** Lists every content in the store. */
  list(): AsyncIterable<StoredContent>
  /** Removes a content unless it was received again after `before`. Returns whether it was removed. */
  removeOlder(contentHash: string, before: Date): Promise<boolean>
  /** Removes the remains of uploads that broke off before a moment. */
  removeUnfinished(before: Date): Promise<void>
}

/** Refuses a file in a part with an unknown name, so that no file is mistaken for another kind. */
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
        contentType = await checkType(fileName, start)
      })
      uploads.push({ fieldName: part.fieldname, fileName, contentType, ...received })
    }
    return fields
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_FILES_LIMIT')
      refuse.invalid([{ field: 'file', message: `Send at most ${fileLimits.count} files at a time.` }])
    // Only the parser throws plain errors, about a broken or cut-off body. Errors of the system have a code.
    const isParserError = error instanceof Error && error.constructor === Error && code === undefined
    if (!isParserError && code !== 'FST_MP_PREMATURE_CLOSE') throw error
    return refuse.invalid([
      { field: 'file', message: 'The upload did not arrive whole. Please send it again.' },
    ])
  }
}

/**
 * The possible beginnings of the first entry in an Office document's ZIP: a folder that depends on the file
 * extension, or one of the entries that all Office documents have.
 */
const officeFolders: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/' }
const OFFICE_PARTS = ['[Content_Types].xml', '_rels/', 'docProps/', 'customXml/']
/** The positions, in bytes, of the length of the first entry's name in a ZIP, and of the name. */
const NAME_LENGTH_AT = 26
const NAME_AT = 30

/** Whether a file that looks like a ZIP starts like the Office document of its extension. */
function isOfficeOrNoZip(ending: string, type: string, start: Buffer): boolean {
  if (type !== 'application/zip') return true
  if (start.length < NAME_AT) return false
  const first = start.toString('utf8', NAME_AT, NAME_AT + start.readUInt16LE(NAME_LENGTH_AT))
  return [...OFFICE_PARTS, officeFolders[ending]].some((part) => part !== undefined && first.startsWith(part))
}

/** Determines the media type of a file by its first bytes, and refuses files of no accepted type. */
async function checkType(fileName: string, start: Buffer): Promise<string> {
  const ending = fileName.toLowerCase().split('.').pop() ?? ''
  const type =
    (await fileTypeFromBuffer(start))?.mime ?? (NOT_A_TABLE.test(start.toString()) ? '' : 'text/csv')
  const accepted = Object.keys(acceptedTypes)
  const fits =
    accepted.includes(ending) && acceptedTypes[ending]?.includes(type) && isOfficeOrNoZip(ending, type, start)
  if (start.length > 0 && fits) return type
  const what =
    start.length === 0 ? 'is empty.' : `is not a file of an accepted type (${accepted.join(', ')}).`
  return refuse.invalid([{ field: 'file', message: `${fileName} ${what}` }])
}
