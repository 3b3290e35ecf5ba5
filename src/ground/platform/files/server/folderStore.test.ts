import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuse } from '#kernel/model/refusals.ts'
import { FolderStore } from './folderStore.ts'
import { loadFileHash } from './incoming.ts'

let folder: string
let store: FolderStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rooftree-store-'))
  store = new FolderStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((dirent) => dirent.isFile())
    .map((dirent) => dirent.name)

test('what is received is held beside the store until it is kept, and goes when it is not', async () => {
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
  expect(await files()).toEqual([received.contentHash])
  expect(await loadFileHash(store.stream(received.contentHash))).toBe(received.contentHash)
  const other = await store.receive(Readable.from([Buffer.from('not wanted')]), 100)
  await other.discard()
  expect(await files()).toEqual([received.contentHash])
})

test('a content is judged by its first bytes, however they come, before any is written', async () => {
  let judgedStart = ''
  let written: string[] = []
  const judge = async (start: Buffer) => {
    judgedStart = start.toString()
    written = await files()
    refuse.forbidden()
  }
  const bytes = Array.from('%PDF-1.7 and so on', (text) => Buffer.from(text))
  await expect(store.receive(Readable.from(bytes), 100, judge)).rejects.toMatchObject({ status: 403 })
  expect([judgedStart, written, await files()]).toEqual(['%PDF-1.7 and so on', [], []])
})

test('what is too large or broken off leaves nothing', async () => {
  const large = Array.from({ length: 30 }, () => Buffer.alloc(1000))
  await expect(store.receive(Readable.from(large), 20_000)).rejects.toMatchObject({ status: 400 })
  const broken = (async function* () {
    yield Buffer.alloc(10_000)
    throw new Error('connection lost')
  })()
  await expect(store.receive(Readable.from(broken), 20_000)).rejects.toThrow('connection lost')
  expect(await files()).toEqual([])
})

/**
 * Puts contents, each in such chunks, where a file may have 32 KB: a write across that is short, the next one
 * fails.
 */
function putWithin32KB(contents: readonly (readonly number[])[]): string[] {
  const program = `
    import { Readable } from 'node:stream'
    import { FolderStore } from '#ground/platform/files/server/folderStore.ts'
    const store = new FolderStore(${JSON.stringify(folder)})
    for (const sizes of ${JSON.stringify(contents)}) {
      const put = store.put(Readable.from(sizes.map((size) => Buffer.alloc(size, 'x'))), 100_000)
      console.log(await put.then(({ size }) => 'kept ' + size, ({ status, message }) => status + ' ' + message))
    }`
  const shell = `ulimit -f 64; exec "$0" --input-type=module-typescript -e "$1"`
  const { stdout, stderr } = spawnSync('sh', ['-c', shell, process.execPath, program], { encoding: 'utf8' })
  return (stdout.trim() || stderr).split('\n')
}

test('a disk that takes part of a content keeps none of it, and says so in plain words', async () => {
  const full = expect.stringMatching(/^507 There is no room left for documents/)
  expect(putWithin32KB([[30_000], [40_000], [20_000, 20_000]])).toEqual(['kept 30000', full, full])
  expect(await files()).toHaveLength(1)
})
