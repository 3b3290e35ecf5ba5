import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

const MEGABYTE = 1_048_576

let portal: Portal
let port: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id)
    overriding system value values (71, 1, 1)`)
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

const PATH = '/api/Files/Upload'
const request = { moduleName: 'Replacement_Reserve', moduleId: '71', propertyId: '1' }
const pdf = (size = 20_000) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size, crypto.randomUUID())])
const listStoredFiles = async () =>
  (await readdir(portal.filesFolder, { recursive: true, withFileTypes: true }))
    .filter((dirent) => dirent.isFile())
    .map((dirent) => dirent.name)

test.each([
  ['a property of another company', 404, 'other.user', request, 'a.pdf', pdf()],
  ['a record that the person only reads', 403, 'company.reader', request, 'a.pdf', pdf()],
  ['a missing record', 404, 'company.writer', { ...request, moduleId: '9999' }, 'a.pdf', pdf()],
  ['no module', 400, 'company.writer', { propertyId: '1' }, 'a.pdf', pdf()],
  ['a record with the wrong type', 400, 'company.writer', request, 'a.png', pdf(MEGABYTE)],
  ['a record with a file that is too large', 400, 'company.writer', request, 'a.pdf', pdf(26 * MEGABYTE)],
] as const)(
  'an upload to %s is refused and stores nothing',
  async (_, status, persona, fields, name, content) => {
    const before = await listStoredFiles()
    const files = [
      { name: 'first.pdf', content: pdf() },
      { name, content },
    ]
    expect((await portal.upload(persona, PATH, fields, files)).status).toBe(status)
    expect(await listStoredFiles()).toEqual(before)
  },
)

test('an accepted upload stores exactly one content, and its name loses control characters', async () => {
  const before = await listStoredFiles()
  const files = [{ name: 'in\u202evoice\u0007.pdf', content: pdf() }]
  const reply = await portal.upload('company.writer', PATH, request, files)
  expect(reply.body).toMatchObject([{ fileName: 'invoice.pdf', sizeBytes: files[0]!.content.length }])
  expect(await listStoredFiles()).toHaveLength(before.length + 1)
})

/** The start of an upload request as it is sent, up to the content of its one file. */
async function buildRequestStart(fileName: string, size: number): Promise<string> {
  const part = `--b\r\nContent-Disposition: form-data; name="files[]"; filename="${fileName}"\r\n\r\n`
  const token = await portal.tokenOf('company.writer')
  return `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${part.length + size}\r\n\r\n${part}`
}

test('an upload that breaks off leaves no file', async () => {
  const before = await listStoredFiles()
  const socket = connect(port, '127.0.0.1')
  socket.write(await buildRequestStart('a.pdf', 10 * MEGABYTE))
  socket.write(pdf(5 * MEGABYTE))
  while ((await listStoredFiles()).length === before.length) await setImmediate()
  socket.destroy()
  while ((await listStoredFiles()).length > before.length) await setImmediate()
  expect(await listStoredFiles()).toEqual(before)
})

test('after an upload was refused halfway, the next request on the connection is answered', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(await buildRequestStart('a.png', 10 * MEGABYTE))
  socket.write(pdf(10 * MEGABYTE - 9))
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const chunk of socket) text += chunk
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((regExpExecArray) => regExpExecArray[1])).toEqual([
    '400',
    '200',
  ])
  expect(text).toContain('a.png is not a file of an accepted type')
})

/** Creates a PDF file of less than a megabyte whose object stream unpacks to this many megabytes. */
function createPdfBomb(megabytes: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: megabytes }, () => megabyte),
    deflateRawSync(Buffer.from('5 0 ')),
  ])
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj
4 0 obj\n<</Type/ObjStm/N 1/First 4/Length ${packed.length}/Filter/FlateDecode>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 6>>\n%%EOF'),
  ])
}

test('PDF files that unpack to 800 MB are refused with an explanation, and other requests are answered in the meantime', async () => {
  const before = await listStoredFiles()
  const files = ['one.pdf', 'two.pdf'].map((name) => ({ name, content: createPdfBomb(400) }))
  const memory = process.memoryUsage.rss()
  let [isDone, slowest, maximum] = [false, 0, 0]
  const joining = portal.upload('company.writer', PATH, { ...request, merge: 'true' }, files).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    expect((await portal.ask('anonymous', 'GET', '/health')).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - startedAt)
    maximum = Math.max(maximum, process.memoryUsage.rss() - memory)
    await setImmediate()
  }
  const reply = await joining
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject({
    message: 'one.pdf takes too much time or memory to be joined. Please send it as a file of its own.',
  })
  expect(slowest).toBeLessThan(1000)
  expect(maximum / MEGABYTE).toBeLessThan(700)
  expect(await listStoredFiles()).toEqual(before)
})
