import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FileInfo } from '../model/entities.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Requests 71 to 79 belong to property A, request 80 to property B. The guard of the module looks them
  // up.
  await portal.owner.query(`insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id)
    overriding system value select id, case when id < 80 then 1 else 2 end, case when id < 80 then 1 else 2 end
    from generate_series(71, 80) as id`)
})
afterAll(() => portal.close())

const pdf = (text = 'an invoice') => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)
const request = { moduleName: 'Replacement_Reserve', moduleId: '71', propertyId: '1' }
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

describe('files of a company', () => {
  const ofOne = { moduleName: 'Company', managementCompanyId: '1' }

  test.each<[Persona, number]>([
    ['agency.write', 200],
    ['agency.read', 403],
    ['company.admin', 200],
    ['company.writer', 403],
    ['other.user', 404],
    ['global.admin', 404],
  ])('%s gets status %i for adding a file to company One', async (persona, status) => {
    const before = (await count())!
    expect((await upload(persona, ofOne)).status).toBe(status)
    expect(await count()).toBe(status === 200 ? before + 1 : before)
  })

  test("only the company's people and the agency see them, and only the agency the internal ones", async () => {
    const open = await uploadOne('company.admin', ofOne)
    const internal = await uploadOne('agency.write', { ...ofOne, internalToAgency: 'true' })
    const listVisibleIds = async (persona: Persona) =>
      (await list(persona, { moduleName: 'Company', managementCompanyId: 1 })).map((item) => item.fileId)
    expect(await listVisibleIds('company.reader')).toContain(open.fileId)
    expect(await listVisibleIds('company.admin')).not.toContain(internal.fileId)
    expect(await listVisibleIds('agency.read')).toEqual(
      expect.arrayContaining([open.fileId, internal.fileId]),
    )
    for (const persona of ['other.user', 'global.admin'] as const)
      expect(await listVisibleIds(persona)).toEqual([])
    expect((await download('global.admin', open.fileId)).status).toBe(404)
    expect((await portal.ask('company.reader', 'DELETE', `/api/Files/Delete/${open.fileId}`)).status).toBe(
      403,
    )
    expect((await portal.ask('company.admin', 'DELETE', `/api/Files/Delete/${open.fileId}`)).body).toBe(true)
  })

  test('the company must be named and must exist', async () => {
    expect(message(await upload('agency.write', { moduleName: 'Company' }))).toContain('Management company')
    expect((await upload('agency.write', { ...ofOne, managementCompanyId: '999' })).status).toBe(404)
  })
})

describe('an upload is stored only if record, line, property and company agree', () => {
  beforeAll(async () => {
    await portal.owner.query(`insert into replacement_reserve_request_item (replacement_reserve_request_item_id,
        replacement_reserve_request_id, property_id, position) overriding system value values (71, 71, 1, 1), (72, 72, 1, 1);
      insert into replacement_reserve_request (replacement_reserve_request_id, property_id, reserve_account_id)
        overriding system value values (81, 4, 4)`)
  })
  const extendRequest = (more: Record<string, string>) => ({ ...request, ...more })
  const property = { moduleName: 'Property', propertyId: '1' }

  test.each<[string, Record<string, string>, number]>([
    ['the record, its property and its company', extendRequest({ managementCompanyId: '1' }), 200],
    ['a line of the record', extendRequest({ subModuleId: '71' }), 200],
    ['a line of another record', extendRequest({ subModuleId: '72' }), 404],
    ['a record of another property', extendRequest({ moduleId: '80' }), 404],
    ['a record of another company’s property', extendRequest({ moduleId: '81' }), 404],
    ['such a record with its own property', extendRequest({ moduleId: '81', propertyId: '4' }), 200],
    ['no record', { moduleName: 'Replacement_Reserve', propertyId: '1' }, 400],
    ['a record that is not there', extendRequest({ moduleId: '9999' }), 404],
    ['another company', extendRequest({ managementCompanyId: '2' }), 404],
    ['a property', property, 200],
    ['a property with its company', { ...property, moduleId: '1', managementCompanyId: '1' }, 200],
    ['a property with another company', { ...property, managementCompanyId: '2' }, 404],
    ['a property under another’s number', { ...property, moduleId: '4' }, 404],
    ['a line of a property', { ...property, subModuleId: '71' }, 404],
    [
      'a company under another’s number',
      { moduleName: 'Company', managementCompanyId: '1', moduleId: '2' },
      404,
    ],
    ['a company with a property', { moduleName: 'Company', managementCompanyId: '1', propertyId: '1' }, 404],
    ['a vendor', { moduleName: 'Vendor', moduleId: '1' }, 200],
    ['a vendor with a property', { moduleName: 'Vendor', moduleId: '1', propertyId: '1' }, 404],
    ['a vendor that is not there', { moduleName: 'Vendor', moduleId: '9999' }, 404],
  ])('the upload names %s', async (_, fields, status) => {
    const before = (await count())!
    const reply = await upload('agency.write', fields)
    expect([reply.status, await count()]).toEqual([status, before + (status === 200 ? 1 : 0)])
    if (status === 200)
      await upload('agency.write', { replacesFileId: String((reply.body as FileInfo[])[0]!.fileId) })
  })
})

describe('joining PDF files', () => {
  /** Creates a PDF with a page of each width, so that the pages can be told apart. */
  const createPdf = async (...widths: number[]) => {
    const created = await PDFDocument.create()
    for (const width of widths) created.addPage([width, 300])
    return Buffer.from(await created.save())
  }
  const loadPages = async (file: FileInfo) => {
    const { fileBase64 } = (await download('company.writer', file.fileId)).body as { fileBase64: string }
    const read = await PDFDocument.load(Buffer.from(fileBase64.split(',')[1]!, 'base64'))
    return read.getPages().map((page) => page.getWidth())
  }
  const uploadMerged = (files: { name: string; content: Buffer }[], more: Record<string, string> = {}) =>
    upload('company.writer', { ...request, moduleId: '76', merge: 'true', ...more }, files)

  test('ENT-20 merged files become one, in the order sent, named after its record', async () => {
    const reply = await uploadMerged([
      { name: 'invoice.pdf', content: await createPdf(101, 102) },
      { name: 'photo.pdf', content: await createPdf(103) },
    ])
    const files = reply.body as FileInfo[]
    expect(files.map((file) => file.fileName)).toEqual([expect.stringMatching(/^\S.*, R-76, \S.*\.pdf$/)])
    expect(await loadPages(files[0]!)).toEqual([101, 102, 103])
  })

  test('ENT-20 merged files are appended to the present PDF of the same name in the module, which remains as a version', async () => {
    const nameFields = { moduleUniqueName: 'Papers' }
    const [old] = (await uploadMerged([{ name: 'papers.pdf', content: await createPdf(101) }], nameFields))
      .body as FileInfo[]
    const [fresh] = (await uploadMerged([{ name: 'more.pdf', content: await createPdf(102) }], nameFields))
      .body as FileInfo[]
    expect(fresh).toMatchObject({ fileName: old!.fileName, moduleUniqueName: 'Papers' })
    expect(await loadPages(fresh!)).toEqual([101, 102])
    expect(await loadPages(old!)).toEqual([101])
    expect((await list('company.writer', nameFields)).map((item) => item.fileId)).toEqual([fresh!.fileId])
  })

  test('a picture, a damaged and a protected file are refused by name, and nothing is stored', async () => {
    const good = { name: 'good.pdf', content: await createPdf(101) }
    const locked = await PDFDocument.create()
    locked.addPage()
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    const before = await count()
    for (const [name, content, text] of [
      ['roof.png', png, 'roof.png is no PDF'],
      ['broken.pdf', pdf(), 'broken.pdf cannot be read'],
      ['locked.pdf', Buffer.from(await locked.save()), 'locked.pdf is protected by a password'],
    ] as const) {
      const reply = await uploadMerged([good, { name, content }])
      expect([reply.status, message(reply)]).toEqual([400, expect.stringContaining(text)])
    }
    expect(await count()).toBe(before)
  })
})

test('document types: everyone reads them, only administrators change them', async () => {
  const types = (await portal.ask('company.reader', 'GET', '/api/DocumentType')).body as { name: string }[]
  expect(types.map((item) => item.name)).toContain('Invoice')
  const added = await portal.ask('agency.admin', 'POST', '/api/DocumentType', {
    name: 'Survey',
    active: true,
  })
  expect(added.status).toBe(200)
  expect((await portal.ask('agency.admin', 'POST', '/api/DocumentType', { name: 'SURVEY' })).status).toBe(409)
  expect((await portal.ask('agency.write', 'POST', '/api/DocumentType', { name: 'Other one' })).status).toBe(
    403,
  )
})
