import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContentCheck, FileStore, ReceivedContent, StoredContent } from '#kernel/server/files.ts'
import { createNoRoomRefusal, put, receive, removeUnfinished } from './incoming.ts'
import { buildS3Query, type S3Credentials, signS3Request } from './s3Sign.ts'

const MAX_TRIES = 3
const RETRY_MILLISECONDS = 200
const TIMEOUT_MILLISECONDS = 30_000

/**
 * The address and credentials of an S3-compatible store. The bucket is part of the path, which all such
 * stores accept.
 */
export type S3Location = S3Credentials & { endpoint: string; bucket: string; prefix: string }

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  body?: Buffer
}

/** A file store in a bucket of an S3-compatible store, with each content under its hash. */
export class S3Store implements FileStore {
  readonly #place: S3Location
  readonly #folder: string

  /** `folder` is for contents that were received and are not stored yet. */
  constructor(place: S3Location, folder: string) {
    this.#place = place
    this.#folder = folder
  }

  /** A content is sent in one piece, because it must be signed with its hash. A file has at most 25 MB. */
  receive(content: Readable, limit: number, judge?: ContentCheck): Promise<ReceivedContent> {
    return receive(this.#folder, { content, limit, judge }, async (path, contentHash) => {
      await this.#ask({ method: 'PUT', key: contentHash, body: await readFile(path) })
    })
  }

  put(content: Readable, limit: number): Promise<ReceivedContent> {
    return put(this, content, limit)
  }

  async get(contentHash: string): Promise<Buffer> {
    const reply = await this.#ask({ method: 'GET', key: contentHash })
    return Buffer.from(await reply.arrayBuffer())
  }

  stream(contentHash: string): Readable {
    const ask = () => this.#ask({ method: 'GET', key: contentHash })
    return Readable.from(
      (async function* () {
        const { body } = await ask()
        if (body) yield* body
      })(),
    )
  }

  async has(contentHash: string): Promise<boolean> {
    return (await this.#ask({ method: 'HEAD', key: contentHash })).status === 200
  }

  async *list(): AsyncIterable<StoredContent> {
    const { prefix } = this.#place
    for (let next: string | undefined = ''; next !== undefined; ) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix,
        ...(next ? { 'continuation-token': next } : {}),
      }
      const page = await (await this.#ask({ method: 'GET', query })).text()
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const contentHash = getElement(entry, 'Key')?.slice(prefix.length) ?? ''
        if (!/^[0-9a-f]{64}$/.test(contentHash)) continue
        yield {
          contentHash,
          size: Number(getElement(entry, 'Size')),
          storedAt: new Date(getElement(entry, 'LastModified') ?? 0),
        }
      }
      next = getElement(page, 'NextContinuationToken')
    }
  }

  async removeOlder(contentHash: string, before: Date): Promise<boolean> {
    const response = await this.#ask({ method: 'HEAD', key: contentHash })
    const storedAt = new Date(response.headers.get('last-modified') ?? Date.now())
    if (response.status !== 200 || storedAt >= before) return false
    await this.#ask({ method: 'DELETE', key: contentHash })
    return true
  }

  removeUnfinished(before: Date): Promise<void> {
    return removeUnfinished(this.#folder, before)
  }

  /**
   * Sends a request, and repeats it if the store does not answer or is busy. Throws unless it succeeds or a
   * HEAD finds nothing.
   */
  async #ask(query: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.#send(query).catch((error: unknown) => error as Error)
      const isFinal = reply instanceof Response && reply.status < 500 && reply.status !== 429
      if (isFinal && (reply.ok || (query.method === 'HEAD' && reply.status === 404))) return reply
      if (reply instanceof Response && reply.status === 507) throw createNoRoomRefusal()
      if (isFinal || attempt === MAX_TRIES) throw await loadFault(query, reply)
      await pause(RETRY_MILLISECONDS * attempt)
    }
  }

  #send({ method, key, query, body }: S3Request): Promise<Response> {
    const { endpoint, bucket, prefix } = this.#place
    const path = [bucket, ...(key === undefined ? [] : [`${prefix}${key}`])].join('/')
    const address = new URL(`${endpoint.replace(/\/$/, '')}/${path}${query ? `?${buildS3Query(query)}` : ''}`)
    const headers = signS3Request(this.#place, {
      method,
      address,
      now: new Date(),
      ...(key !== undefined && body ? { contentHash: key } : {}),
    })
    return fetch(address, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  }
}

async function loadFault({ method, key = '' }: S3Request, reply: Response | Error): Promise<Error> {
  if (reply instanceof Error)
    return new Error(`The file store does not answer (${method} ${key}).`, { cause: reply })
  const element = getElement(await reply.text(), 'Code') ?? ''
  return new Error(`The file store answered ${reply.status} ${element} (${method} ${key}).`)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of an XML element; undefined if it is missing. */
function getElement(xml: string, name: string): string | undefined {
  const elementText = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return elementText?.replace(/&(\w+);/g, (entityText, word: string) => entities[word] ?? entityText)
}
