import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FileInfo } from '../model/entities.ts'
import type { FileGuard } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  connectModules([{ files: [{ id: 99, name: 'Guarded', key: null, guard }] }])
  // Requests 71 to 79 belong to property A, request 80 to property B. The guard of the module looks them
  // up.
  await portal.owner.query(`insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id)
    overriding system value select id, case when id < 80 then 1 else 2 end, case when id < 80 then 1 else 2 end
    from generate_series(71, 80) as id`)
})
afterAll(() => {
  connectModules()
  return portal.close()
})

const pdf = (text = 'an invoice') => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)
const REQUEST = 71
const request = { moduleName: 'Replacement_Reserve', moduleId: String(REQUEST), propertyId: '1' }
const upload = (
  persona: Persona,
  fields: Record<string, string> = request,
  files: { name: string; content: Buffer }[] = [{ name: 'invoice.pdf', content: pdf() }],
) => portal.upload(persona, '/api/Files/Upload', fields, files)
const uploadOne = async (persona: Persona = 'company.writer', fields: Record<string, string> = request) => {
  const reply = await upload(persona, fields)
  expect(reply.status).toBe(200)
  return (reply.body as FileInfo[])[0]!
}
const download = (persona: Persona, fileId: number) =>
  portal.ask(persona, 'GET', `/api/Files/Download/${fileId}`)
const list = async (persona: Persona, filter: object) =>
  (await portal.ask(persona, 'POST', '/api/Files/GetList', filter)).body as FileInfo[]
const count = async () => (await portal.owner.query('select 1 from file')).rowCount
const message = (reply: Reply) => (reply.body as { message: string }).message

/** Creates the beginning of a ZIP file whose first entry has this name. */
function createZip(name: string): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(5, 18)
  head.writeUInt32LE(5, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), Buffer.from('bytes')])
}

describe('upload', () => {
  test('FIL-01 a file is downloaded as a data URL with its name', async () => {
    const file = await uploadOne()
    expect(file).toMatchObject({
      moduleId: REQUEST,
      propertyId: 1,
      contentType: 'application/pdf',
      createdBy: 5,
    })
    const reply = await download('company.writer', file.fileId)
    expect(reply.body).toEqual({
      fileBase64: `data:application/pdf;base64,${pdf().toString('base64')}`,
      fileName: 'invoice.pdf',
    })
  })

  test("the specification's spelling of fields is accepted, and the module is found in any case", async () => {
    const file = await uploadOne('company.writer', {
      ProjectId: '1',
      ModuleName: 'replacementreserve',
      Module_Id: '72',
      documentType: '4',
      merge: 'false',
    })
    expect(file).toMatchObject({ moduleName: 'Replacement_Reserve', moduleId: 72, documentType: '4' })
  })

  test.each([
    ['an empty file', 'invoice.pdf', Buffer.alloc(0), 'invoice.pdf is empty.'],
    [
      'an executable renamed to .pdf',
      'invoice.pdf',
      Buffer.from(`MZ${'\0'.repeat(200)}`),
      'not a file of an accepted',
    ],
    [
      'a picture named .pdf',
      'invoice.pdf',
      Buffer.from('ffd8ffe000104a464946', 'hex'),
      'not a file of an accepted',
    ],
    [
      'a type that is not accepted',
      'page.html',
      Buffer.from('<html></html>'),
      'not a file of an accepted type',
    ],
    [
      'an ending that every object knows',
      'a.constructor',
      Buffer.from('a,b'),
      'not a file of an accepted type',
    ],
    ['a name without ending', 'invoice', pdf(), 'not a file of an accepted type'],
    [
      'a web page called a table',
      'rents.csv',
      Buffer.from('Unit,Rent\n<script>alert(1)</script>'),
      'not a file of an accepted type',
    ],
    [
      'TRUST-3.2 an archive called a workbook',
      'rents.xlsx',
      createZip('setup.exe'),
      'not a file of an accepted type',
    ],
    [
      'TRUST-3.2 an archive called a letter',
      'letter.docx',
      createZip('photos/1.jpg'),
      'not a file of an accepted type',
    ],
    [
      'TRUST-3.2 a letter called a workbook',
      'rents.xlsx',
      createZip('word/document.xml'),
      'not a file of an accepted type',
    ],
    [
      'a program called a table',
      'rents.csv',
      Buffer.from('#!/bin/sh\nexit'),
      'not a file of an accepted type',
    ],
  ])('%s is refused, and nothing is stored', async (_, name, content, text) => {
    const before = await count()
    const reply = await upload('company.writer', request, [{ name, content }])
    expect(reply.status).toBe(400)
    expect(message(reply)).toContain(text)
    expect(await count()).toBe(before)
  })

  test.each(['[Content_Types].xml', 'xl/workbook.xml', '_rels/.rels', 'docProps/app.xml'])(
    'TRUST-3.2 a workbook that begins with %s is accepted',
    async (name) => {
      const reply = await upload('company.writer', request, [
        { name: 'rents.xlsx', content: createZip(name) },
      ])
      expect(reply.status, message(reply)).toBe(200)
    },
  )

  test('CON-03 a file over the limit is refused', async () => {
    const content = Buffer.alloc(fileLimits.bytes + 1, ' ')
    pdf().copy(content)
    const reply = await upload('company.writer', request, [{ name: 'large.pdf', content }])
    expect(reply.status).toBe(400)
    expect(message(reply)).toContain('at most 25 MB')
  })

  test.each([
    [
      'cut off',
      '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.pdf"\r\n\r\n%PDF-1.4 inv',
      'did not arrive whole',
    ],
    ['not multipart inside', 'hello', 'did not arrive whole'],
    [
      'of 21 files',
      `${'--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n'.repeat(21)}--b--\r\n`,
      'at most 20 files',
    ],
  ])('a body that is %s is refused', async (_, payload, text) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/api/Files/Upload',
      payload,
      headers: {
        authorization: `Bearer ${await portal.tokenOf('company.writer')}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    })
    expect(reply.statusCode).toBe(400)
    expect((reply.json() as { message: string }).message).toContain(text)
  })

  test('one invalid file among several stores none', async () => {
    const before = await count()
    const files = [
      { name: 'good.pdf', content: pdf() },
      { name: 'bad.pdf', content: Buffer.from('text') },
    ]
    expect((await upload('company.writer', request, files)).status).toBe(400)
    expect(await count()).toBe(before)
  })

  test('an upload without file, module or property names the missing field', async () => {
    expect(message(await upload('company.writer', request, []))).toBe('Choose a file.')
    expect(message(await upload('company.writer', { propertyId: '1' }))).toContain('Module')
    expect(message(await upload('company.writer', { ...request, moduleName: 'Nothing' }))).toContain('Module')
    const { propertyId: _, ...remaining } = request
    expect(message(await upload('company.writer', remaining))).toContain('Property')
  })

  test.each<[Persona, number]>([
    ['anonymous', 401],
    ['agency.read', 403],
    ['company.reader', 403],
    ['other.user', 404],
    ['company.admin', 200],
    ['agency.write', 200],
    ['global.admin', 200],
  ])('%s gets status %i for adding a file to a request of property A', async (persona, status) => {
    const before = (await count())!
    expect((await upload(persona)).status).toBe(status)
    expect(await count()).toBe(status === 200 ? before + 1 : before)
  })

  test('a permission for another module is not enough', async () => {
    // company.writer writes Occupancy on property B, but only reads Replacement_Reserve there.
    expect((await upload('company.writer', { ...request, moduleId: '80', propertyId: '2' })).status).toBe(403)
  })
})

describe('visibility of files', () => {
  test('a file of another company is neither found, listed nor removed', async () => {
    const file = await uploadOne()
    expect((await download('other.user', file.fileId)).status).toBe(404)
    expect((await portal.ask('other.user', 'DELETE', `/api/Files/Delete/${file.fileId}`)).status).toBe(404)
    expect((await portal.ask('other.user', 'GET', `/api/Files/GetViewerLinks/${file.fileId}`)).status).toBe(
      404,
    )
    expect(await list('other.user', {})).toEqual([])
    expect((await download('company.writer', file.fileId)).status).toBe(200)
  })

  test('a connection to the property without the permission of the module is not enough', async () => {
    await portal.owner.query(`update permission set key = 'Occupancy' where user_id = 6`)
    const file = await uploadOne()
    expect((await download('company.reader', file.fileId)).status).toBe(404)
    expect(await list('company.reader', {})).toEqual([])
    await portal.owner.query(`update permission set key = 'Replacement_Reserve' where user_id = 6`)
    expect((await download('company.reader', file.fileId)).status).toBe(200)
  })

  test('FIL-04 an internal file is hidden from every company user', async () => {
    const file = await uploadOne('agency.write', { ...request, moduleId: '73', internalToAgency: 'true' })
    for (const persona of ['company.writer', 'company.admin', 'global.admin', 'other.user'] as const) {
      expect((await download(persona, file.fileId)).status).toBe(404)
      expect(await list(persona, { moduleName: 'Replacement_Reserve', moduleId: 73 })).toEqual([])
    }
    expect((await list('agency.read', { moduleId: 73 })).map((item) => item.fileId)).toEqual([file.fileId])
  })

  test('FIL-04 only the agency may add internal files', async () => {
    for (const persona of ['company.writer', 'global.admin'] as const)
      expect((await upload(persona, { ...request, internalToAgency: 'true' })).status).toBe(403)
  })

  test('only the agency may add and read files of vendors', async () => {
    expect(
      (await upload('company.writer', { moduleName: 'Vendor', moduleId: '1', propertyId: '1' })).status,
    ).toBe(403)
    const file = await uploadOne('agency.write', { moduleName: 'Vendor', moduleId: '1' })
    expect((await download('agency.read', file.fileId)).status).toBe(200)
    expect((await download('global.admin', file.fileId)).status).toBe(404)
  })
})

describe('list', () => {
  test('every given field must match, and null does not filter', async () => {
    const first = await uploadOne('company.writer', { ...request, moduleId: '74', documentType: 'Invoice' })
    const second = await uploadOne('company.writer', { ...request, moduleId: '74', documentType: 'Photo' })
    const ids = async (filter: object) => (await list('company.writer', filter)).map((item) => item.fileId)
    const base = { moduleName: 'Replacement_Reserve', moduleId: 74 }
    expect(await ids({ ...base, subModuleId: null })).toEqual([second.fileId, first.fileId])
    expect(await ids({ ...base, documentType: 'Photo' })).toEqual([second.fileId])
    expect(await ids({ ...base, documentType: "'; drop table file; --" })).toEqual([])
    expect(await ids({ ...base, propertyId: 2 })).toEqual([])
  })
})

describe('replace and remove', () => {
  test('a replaced file is no longer listed and remains as an earlier version', async () => {
    const old = await uploadOne('company.writer', { ...request, moduleId: '75', documentType: 'Invoice' })
    const fresh = await uploadOne('company.writer', { replacesFileId: String(old.fileId) })
    expect(fresh).toMatchObject({ moduleId: 75, documentType: 'Invoice', propertyId: 1 })
    expect((await list('company.writer', { moduleId: 75 })).map((item) => item.fileId)).toEqual([
      fresh.fileId,
    ])
    const links = (path: string) => portal.ask('company.reader', 'GET', `/api/Files/GetViewerLinks/${path}`)
    const versions = (await links(String(old.fileId))).body as {
      fileId: number
      current: boolean
      url: string
    }[]
    expect(versions.map((version) => [version.fileId, version.current])).toEqual([
      [fresh.fileId, true],
      [old.fileId, false],
    ])
    expect((await portal.ask('company.reader', 'GET', versions[1]!.url)).status).toBe(200)
    expect((await links('75?moduleName=Replacement_Reserve')).body).toEqual(versions)
  })

  test('replacing a version that was already replaced is refused', async () => {
    const old = await uploadOne()
    await uploadOne('company.writer', { replacesFileId: String(old.fileId) })
    expect((await upload('company.writer', { replacesFileId: String(old.fileId) })).status).toBe(409)
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${old.fileId}`)).status).toBe(409)
  })

  test('a reader can neither replace nor remove a file', async () => {
    const file = await uploadOne()
    expect((await upload('company.reader', { replacesFileId: String(file.fileId) })).status).toBe(403)
    expect((await portal.ask('agency.read', 'DELETE', `/api/Files/Delete/${file.fileId}`)).status).toBe(403)
    expect((await download('company.reader', file.fileId)).status).toBe(200)
  })

  test('removing a file removes its earlier versions, and the audit log records who did it', async () => {
    const old = await uploadOne()
    const fresh = await uploadOne('company.writer', { replacesFileId: String(old.fileId) })
    expect((await portal.ask('company.writer', 'DELETE', `/api/Files/Delete/${fresh.fileId}`)).body).toBe(
      true,
    )
    expect((await download('company.writer', fresh.fileId)).status).toBe(404)
    expect((await download('company.writer', old.fileId)).status).toBe(404)
    const removed = await portal.owner.query<{ row_id: number; user_id: number }>(
      `select row_id, user_id from audit_log where table_name = 'file' and operation = 'delete' and row_id = any ($1) order by row_id`,
      [[old.fileId, fresh.fileId]],
    )
    expect(removed.rows).toEqual([
      { row_id: old.fileId, user_id: 5 },
      { row_id: fresh.fileId, user_id: 5 },
    ])
  })
})

let isClosed = false
const guard: FileGuard = async (_, fileDetails) => {
  if (isClosed) refuse.rule(`Closed: ${fileDetails.moduleId} ${fileDetails.fileId}`)
}

test('the guard of a module is asked before its files are added, replaced and removed', async () => {
  const file = await uploadOne('agency.write', { moduleName: 'Guarded', moduleId: '1', propertyId: '1' })
  isClosed = true
  const body = { moduleName: 'guarded', moduleId: '1', propertyId: '1' }
  expect(message(await upload('agency.write', body))).toBe('Closed: 1 null')
  const replaced = await upload('agency.write', { replacesFileId: String(file.fileId) })
  const removed = await portal.ask('agency.write', 'DELETE', `/api/Files/Delete/${file.fileId}`)
  expect([replaced.status, removed.status]).toEqual([422, 422])
  expect(message(removed)).toBe(`Closed: 1 ${file.fileId}`)
})
