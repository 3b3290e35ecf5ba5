import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuse } from '#kernel/model/refusals.ts'
import { FolderStore } from './folderStore.ts'
import { computeHash } from './incoming.ts'

let folder: string
let store: FolderStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-store-'))
  store = new FolderStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const listFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((dirent) => dirent.isFile())
    .map((dirent) => dirent.name)

test('a received content is separate from the store until it is kept, and is deleted when it is discarded', async () => {
  const content = Buffer.alloc(100_000, 'roof')
  const received = await store.receive(
    Readable.from([content.subarray(0, 10), content.subarray(10)]),
    100_000,
  )
  expect(await store.has(received.contentHash)).toBe(false)
  expect((await received.content()).equals(content)).toBe(true)
  await received.keep()
  await received.keep()
  await received.discard()
  expect(await listFiles()).toEqual([received.contentHash])
  expect(await computeHash(store.stream(received.contentHash))).toBe(received.contentHash)
  const other = await store.receive(Readable.from([Buffer.from('not wanted')]), 100)
  await other.discard()
  expect(await listFiles()).toEqual([received.contentHash])
})

test('the check sees the first bytes of a content, however they are chunked, before any byte is written', async () => {
  let checkedStart = ''
  let written: string[] = []
  const checkStart = async (start: Buffer) => {
    checkedStart = start.toString()
    written = await listFiles()
    refuse.forbidden()
  }
  const bytes = Array.from('%PDF-1.7 and so on', (text) => Buffer.from(text))
  await expect(store.receive(Readable.from(bytes), 100, checkStart)).rejects.toMatchObject({ status: 403 })
  expect([checkedStart, written, await listFiles()]).toEqual(['%PDF-1.7 and so on', [], []])
})

test('a content that is too large or breaks off leaves no file', async () => {
  const large = Array.from({ length: 30 }, () => Buffer.alloc(1000))
  await expect(store.receive(Readable.from(large), 20_000)).rejects.toMatchObject({ status: 400 })
  const broken = (async function* () {
    yield Buffer.alloc(10_000)
    throw new Error('connection lost')
  })()
  await expect(store.receive(Readable.from(broken), 20_000)).rejects.toThrow('connection lost')
  expect(await listFiles()).toEqual([])
})

/**
 * Stores contents made of chunks of these sizes, in a process that may write at most 32 KB per file. A
 * write that crosses the limit is cut short, and the next one fails.
 */
function putWithin32KB(contents: readonly (readonly number[])[]): string[] {
  const program = `
    import { Readable } from 'node:stream'
    import { FolderStore } from '#core/platform/files/server/folderStore.ts'
    const store = new FolderStore(${JSON.stringify(folder)})
    for (const sizes of ${JSON.stringify(contents)}) {
      const put = store.put(Readable.from(sizes.map((size) => Buffer.alloc(size, 'x'))), 100_000)
      console.log(await put.then(({ size }) => 'kept ' + size, ({ status, message }) => status + ' ' + message))
    }`
  // The shell's limit is 64 blocks of 512 bytes, which is 32 KB.
  const shell = `ulimit -f 64; exec "$0" --input-type=module-typescript -e "$1"`
  const { stdout, stderr } = spawnSync('sh', ['-c', shell, process.execPath, program], { encoding: 'utf8' })
  return (stdout.trim() || stderr).split('\n')
}

test('a content that a full disk cuts short is removed, and the error says that there is no room', async () => {
  const noRoom = expect.stringMatching(/^507 There is no room left for documents/)
  expect(putWithin32KB([[30_000], [40_000], [20_000, 20_000]])).toEqual(['kept 30000', noRoom, noRoom])
  expect(await listFiles()).toHaveLength(1)
})
