import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredContent } from '#kernel/server/files.ts'
import { openFileStore } from './openStore.ts'
import { buildS3Query, signS3Request } from './s3Sign.ts'
import { S3Store } from './s3Store.ts'

// The examples of the AWS documentation ("Signature Calculations: Transferring Payload in a Single Chunk").
const documented = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}

test.each([
  [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [{ 'max-keys': '2', prefix: 'J' }, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('requests are signed as documented: %j', (query, signature) => {
  const address = new URL(`https://examplebucket.s3.amazonaws.com/?${buildS3Query(query)}`)
  const { authorization } = signS3Request(documented, {
    method: 'GET',
    address,
    now: new Date('2013-05-24T00:00:00Z'),
  })
  expect(authorization).toContain(`Signature=${signature}`)
})

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'local' }
const objects = new Map<string, { content: Buffer; at: Date }>()
const PAGE = 2
let failures = 0
let full = false
let server: Server
let store: S3Store
let folder: string

/**
 * A fake store with one bucket. It answers the same calls, refuses wrong signatures, and fails `failures`
 * times.
 */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const content = await buffer(request)
  if (failures > 0) {
    failures -= 1
    return void response.writeHead(full ? 507 : 503).end('<Error><Code>SlowDown</Code></Error>')
  }
  const stamp = String(request.headers['x-amz-date'])
  const now = new Date(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  const contentHash = String(request.headers['x-amz-content-sha256'])
  const signed = signS3Request(credentials, { method: request.method ?? '', address, contentHash, now })
  if (signed.authorization !== request.headers.authorization)
    return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  const key = address.pathname.replace('/bucket/', '')
  if (address.searchParams.has('list-type')) return void response.end(listObjects(address.searchParams))
  const storedObject = objects.get(key)
  if (request.method === 'PUT') objects.set(key, { content, at: new Date() })
  if (request.method === 'DELETE') objects.delete(key)
  if (request.method === 'PUT' || request.method === 'DELETE') return void response.writeHead(204).end()
  if (!storedObject) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  response.writeHead(200, { 'last-modified': storedObject.at.toUTCString() }).end(storedObject.content)
}

function listObjects(query: URLSearchParams): string {
  const from = Number((query.get('continuation-token') ?? '&0').slice(1))
  const names = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const entries = names.slice(from, from + PAGE).map((key) => {
    const { content, at: modifiedAt } = objects.get(key)!
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
  })
  const next =
    from + PAGE < names.length ? `<NextContinuationToken>&amp;${from + PAGE}</NextContinuationToken>` : ''
  return `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'rooftree-incoming-'))
  store = new S3Store({ ...credentials, endpoint, bucket: 'bucket', prefix: 'rooftree/' }, folder)
})
beforeEach(() => {
  objects.clear()
  failures = 0
  full = false
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const putText = (text: string, limit = 100) => store.put(Readable.from([Buffer.from(text)]), limit)

describe('an S3-compatible store', () => {
  test('the store saves a content under its hash and returns it, as a buffer and as a stream', async () => {
    const { contentHash, size } = await putText('a roof')
    expect(size).toBe(6)
    expect(await readdir(folder)).toEqual([])
    expect([...objects.keys()]).toEqual([`rooftree/${contentHash}`])
    expect((await store.get(contentHash)).toString()).toBe('a roof')
    expect((await buffer(store.stream(contentHash))).toString()).toBe('a roof')
    expect([await store.has(contentHash), await store.has('0'.repeat(64))]).toEqual([true, false])
  })

  test('a full store is reported as such, and leaves no local file', async () => {
    ;[full, failures] = [true, 1]
    await expect(putText('a roof')).rejects.toMatchObject({ status: 507 })
    expect(await readdir(folder)).toEqual([])
  })

  test('a content over the limit is refused and not sent', async () => {
    await expect(putText('x'.repeat(101))).rejects.toThrow('at most 0 MB')
    expect(objects.size).toBe(0)
  })

  test('the store lists every content over several pages, but no other object of the bucket', async () => {
    const hashes = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (text) => (await putText(text)).contentHash),
    )
    objects.set('rooftree/readme.txt', { content: Buffer.from('x'), at: new Date() })
    objects.set('another/thing', { content: Buffer.from('x'), at: new Date() })
    const storedContents: StoredContent[] = []
    for await (const storedContent of store.list()) storedContents.push(storedContent)
    expect(storedContents.map((storedContent) => storedContent.contentHash)).toEqual(hashes.toSorted())
    expect(
      storedContents.every(
        (storedContent) => storedContent.size === 1 && Date.now() - storedContent.storedAt.getTime() < 60_000,
      ),
    ).toBe(true)
  })

  test('the store removes only contents older than the given moment', async () => {
    const { contentHash } = await putText('old')
    expect(await store.removeOlder(contentHash, new Date(Date.now() - 60_000))).toBe(false)
    expect(await store.removeOlder(contentHash, new Date(Date.now() + 60_000))).toBe(true)
    expect(await store.has(contentHash)).toBe(false)
    expect(await store.removeOlder(contentHash, new Date(Date.now() + 60_000))).toBe(false)
  })

  test('a busy store is retried up to three times, and a store that remains busy or refuses is reported', async () => {
    failures = 2
    const { contentHash } = await putText('patience')
    expect(objects.size).toBe(1)
    failures = 3
    await expect(store.get(contentHash)).rejects.toThrow('The file store answered 503 SlowDown')
    await expect(store.get('0'.repeat(64))).rejects.toThrow('404 NoSuchKey')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const wrong = { ...credentials, secretAccessKey: 'wrong' }
    const stranger = new S3Store({ ...wrong, endpoint, bucket: 'bucket', prefix: '' }, folder)
    await expect(stranger.get(contentHash)).rejects.toThrow('403 SignatureDoesNotMatch')
  })
})

test.each<[NodeJS.ProcessEnv, string]>([
  [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET'],
  [{ S3_BUCKET: 'files' }, 'S3_ENDPOINT'],
  [{ S3_ENDPOINT: 's3.example', S3_BUCKET: 'files' }, 'S3_ENDPOINT'],
  [
    {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'f',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
      S3_PREFIX: 'a b',
    },
    'S3_PREFIX',
  ],
])('an incomplete or invalid environment is refused with the variable: %j', (env, variable) => {
  expect(() => openFileStore(env, '/tmp')).toThrow(variable)
})

test('without S3_ENDPOINT contents are stored in a folder', () => {
  expect(openFileStore({}, '/tmp').constructor.name).toBe('FolderStore')
  const env = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'f',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  }
  expect(openFileStore(env, '/tmp')).toBeInstanceOf(S3Store)
})
