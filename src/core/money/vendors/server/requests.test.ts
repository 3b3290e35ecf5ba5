import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { VendorLine } from '../model/entities.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => {
  connectModules()
  return portal.close()
})
/**
 * Each test starts with the vendors of the fixture: 1 Test Roofing and 2 Test Appliances, both of Columbia,
 * and 3 Test Retired Vendor, not active.
 */
beforeEach(() => portal.owner.query('delete from vendor where vendor_id > 3'))

type StoredVendor = VendorLine & { requestedBy: number | null }
const create = (persona: Persona, body: object) => portal.ask(persona, 'POST', '/api/Vendor', body)
const count = async () => (await portal.owner.query('select 1 from vendor')).rowCount!
const names = (reply: Reply) => (reply.body as VendorLine[]).map((item) => item.name)
const message = (reply: Reply) => (reply.body as { message: string }).message

describe('createNewVendor', () => {
  test('a vendor that a company requests waits in the queue, with name, address, phone and e-mail only', async () => {
    const reply = await create('company.writer', {
      name: 'Fresh Paving',
      city: 'Rolla',
      phone: '573-555-0100',
      email: 'office@paving.example',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      name: 'Fresh Paving',
      city: 'Rolla',
      phone: '573-555-0100',
      email: 'office@paving.example',
      doingBusinessAs: null,
      taxIdLast4: null,
      w9Date: null,
      active: false,
      newVendor: true,
      requestedBy: 5,
    })
  })

  test('requesting a vendor twice, or one on the list, adds nothing and returns the existing one', async () => {
    const first = (await create('company.writer', { name: 'Fresh Paving' })).body as StoredVendor
    const again = (await create('company.admin', { name: 'FRESH PAVING, LLC' })).body as StoredVendor
    expect(again).toMatchObject({ vendorId: first.vendorId, newVendor: true })
    expect((await create('company.writer', { name: 'test roofing inc.' })).body).toMatchObject({
      vendorId: 1,
      newVendor: false,
    })
    expect(await count()).toBe(4)
    // Another company gets a new vendor instead of this one.
    expect((await create('other.user', { name: 'Fresh Paving' })).body).not.toMatchObject({
      vendorId: first.vendorId,
    })
  })

  test('the agency stores all fields, and is refused a vendor that is on the list', async () => {
    const reply = await create('agency.write', {
      name: 'Agency Paving',
      taxIdLast4: '1234',
      w9Date: '01/31/2026',
    })
    expect(reply.body).toMatchObject({
      taxIdLast4: '1234',
      w9Date: '2026-01-31',
      active: true,
      newVendor: false,
    })
    const again = await create('agency.write', { name: 'Agency Paving Co' })
    expect(again.status).toBe(409)
    expect(message(again)).toContain('Agency Paving is on the list already')
  })

  test.each<[string, object]>([
    ['no name', { city: 'Rolla' }],
    ['an empty name', { name: '' }],
    ['a name of 201 letters', { name: 'x'.repeat(201) }],
    ['a ZIP code of four digits', { name: 'X', zip: '6520' }],
    ['an invalid e-mail address', { name: 'X', email: 'office' }],
    ['a tax id of nine digits', { name: 'X', taxIdLast4: '431234567' }],
  ])('%s is refused', async (_, body) => {
    expect((await create('agency.write', body)).status).toBe(400)
    expect(await count()).toBe(3)
  })

  test('agency readers and companies may change nothing', async () => {
    expect((await create('agency.read', { name: 'X' })).status).toBe(403)
    expect((await create('anonymous', { name: 'X' })).status).toBe(401)
    for (const persona of ['agency.read', 'company.admin', 'global.admin'] as const) {
      expect((await portal.ask(persona, 'PUT', '/api/Vendor', { vendorId: 1, name: 'X' })).status).toBe(403)
      expect((await portal.ask(persona, 'DELETE', '/api/Vendor/1')).status).toBe(403)
    }
  })

  test('only the agency sees the digits of the tax id', async () => {
    await portal.owner.query(`update vendor set tax_id_last4 = '4321' where vendor_id = 1`)
    for (const path of ['', '/1', '/GetActive/0', '/GetVendorByAlphaSearch/T/1']) {
      const answerFor = async (persona: Persona) =>
        JSON.stringify((await portal.ask(persona, 'GET', `/api/Vendor${path}`)).body)
      expect(await answerFor('agency.read')).toContain('4321')
      expect(await answerFor('company.writer')).not.toContain('4321')
    }
  })
})

describe('finding vendors', () => {
  const search = (body: object, persona: Persona = 'company.reader') =>
    portal.ask(persona, 'POST', '/api/Vendor/Search', body)

  test.each([
    ['roof', ['Test Roofing']],
    ['Tset Rofing', ['Test Roofing']],
    ['aplliances', ['Test Appliances']],
    ['TEST', ['Test Appliances', 'Test Roofing']],
    ['', ['Test Appliances', 'Test Roofing']],
    ['retired', []],
    ['100% _', []],
    ["'; drop table vendor; --", []],
  ])(
    'CAL-34 the search for %j tolerates typing errors and finds active vendors only',
    async (input, expected) => {
      expect(names(await search({ search: input }))).toEqual(expected)
    },
  )

  test('CAL-34 the search always includes vendors that were just created', async () => {
    const { vendorId } = (await create('company.writer', { name: 'Fresh Paving' })).body as StoredVendor
    const matches = names(await search({ search: 'roof', newVendorIds: [vendorId, 3] }))
    expect(matches.sort()).toEqual(['Fresh Paving', 'Test Retired Vendor', 'Test Roofing'])
  })

  test('the search finds vendors requested by colleagues, but not by other companies', async () => {
    await create('company.writer', { name: 'Fresh Paving' })
    expect(names(await search({ search: 'paving' }))).toEqual(['Fresh Paving'])
    expect(names(await search({ search: 'paving' }, 'other.user'))).toEqual([])
  })

  test('active vendors are sorted by name, with the one already chosen', async () => {
    const loadActive = (vendorId: number) =>
      portal.ask('company.reader', 'GET', `/api/Vendor/GetActive/${vendorId}`)
    expect(names(await loadActive(0))).toEqual(['Test Appliances', 'Test Roofing'])
    expect(names(await loadActive(3))).toEqual(['Test Appliances', 'Test Retired Vendor', 'Test Roofing'])
  })

  test('UI-09 lists vendors by letter, by # for digits and by View All, active and inactive ones separately', async () => {
    await create('agency.write', { name: '1st Choice Roofing' })
    const findNames = async (path: string) =>
      names(await portal.ask('agency.read', 'GET', `/api/Vendor/GetVendorByAlphaSearch/${path}`))
    expect(await findNames('T/1')).toEqual(['Test Appliances', 'Test Roofing'])
    expect(await findNames('t/true')).toEqual(['Test Appliances', 'Test Roofing'])
    expect(await findNames('T/0')).toEqual(['Test Retired Vendor'])
    expect(await findNames('%23/1')).toEqual(['1st Choice Roofing'])
    expect(await findNames('View%20All/1')).toEqual(['1st Choice Roofing', 'Test Appliances', 'Test Roofing'])
    expect(await findNames('Q/1')).toEqual([])
    expect((await portal.ask('agency.read', 'GET', '/api/Vendor/GetVendorByAlphaSearch/TT/1')).status).toBe(
      400,
    )
    expect(
      (await portal.ask('agency.read', 'GET', '/api/Vendor/GetVendorByAlphaSearch/T/maybe')).status,
    ).toBe(400)
  })
})

test('no answer shows a vendor requested by another company before the agency decides, even if its id is sent', async () => {
  const { vendorId } = (await create('company.writer', { name: 'Tentative Roofers' })).body as StoredVendor
  const canFind = async (persona: Persona) =>
    names(await portal.ask(persona, 'GET', '/api/Vendor/GetVendorByAlphaSearch/T/0')).includes(
      'Tentative Roofers',
    )
  expect([
    await canFind('company.reader'),
    await canFind('agency.read'),
    await canFind('other.user'),
  ]).toEqual([true, true, false])
  const request = { propertyId: 4, description: 'Roof' }
  const item = { vendorId, invoiceNumber: 'T-1', claimedAmount: 10 }
  const saved = await portal.ask('other.user', 'POST', '/api/ReplacementReserve/SaveReplacementProgress', {
    request,
    items: [item],
  })
  expect(saved.status).toBe(200)
  const reads = [
    '',
    `/${vendorId}`,
    `/GetActive/${vendorId}`,
    '/GetVendorByAlphaSearch/T/0',
    '/GetVendorByAlphaSearch/T/1',
  ]
  const answers = await Promise.all(
    reads.map((path) => portal.ask('other.user', 'GET', `/api/Vendor${path}`)),
  )
  const searched = { search: 'Tentative', newVendorIds: [vendorId] }
  answers.push(await portal.ask('other.user', 'POST', '/api/Vendor/Search', searched), saved)
  answers.push(await portal.ask('other.user', 'POST', '/api/Search', { search: 'Tentative' }))
  expect(JSON.stringify(answers)).not.toContain('Tentative')
  await portal.owner.query('delete from invoice where vendor_id = $1', [vendorId])
  await portal.owner.query('delete from replacement_reserve_request_item where vendor_id = $1', [vendorId])
})

describe('the queue of new vendors', () => {
  const decide = (step: string, vendorId: number, body?: object, persona: Persona = 'agency.write') =>
    portal.ask(persona, 'POST', `/api/Vendor/${step}/${vendorId}`, body)
  const requestVendor = async (name = 'Test Roofers') =>
    ((await create('company.writer', { name })).body as StoredVendor).vendorId

  test('only the agency sees who requested a vendor, and vendors with similar names', async () => {
    const vendorId = await requestVendor()
    const queue = await portal.ask('agency.read', 'GET', '/api/Vendor/GetNewVendors')
    expect(queue.body).toMatchObject([
      {
        vendorId,
        name: 'Test Roofers',
        requestedByName: 'Company Writer',
        companyName: 'Test Company One',
        similar: [{ vendorId: 1 }],
      },
    ])
    expect((await portal.ask('company.writer', 'GET', '/api/Vendor/GetNewVendors')).status).toBe(403)
  })

  test('an approved vendor is on the list and out of the queue, and a second decision is refused', async () => {
    const vendorId = await requestVendor()
    expect((await decide('ApproveNew', vendorId)).body).toMatchObject({ active: true, newVendor: false })
    expect((await portal.ask('agency.read', 'GET', '/api/Vendor/GetNewVendors')).body).toEqual([])
    expect((await decide('ApproveNew', vendorId)).status).toBe(409)
    expect((await decide('RejectNew', vendorId)).status).toBe(409)
    expect((await decide('ApproveNew', 99_999)).status).toBe(404)
  })

  test('a vendor rejected with a replacement is replaced in the records that name it', async () => {
    const vendorId = await requestVendor()
    const replaced: [number, number][] = []
    connectModules([{ vendorReplaced: async (_, from, to) => void replaced.push([from, to]) }])
    expect((await decide('RejectNew', vendorId, { replacementVendorId: 1 })).body).toMatchObject({
      active: false,
      newVendor: false,
    })
    expect(replaced).toEqual([[vendorId, 1]])
  })

  test('a replacement that is missing, inactive or the vendor itself is refused and nothing changes', async () => {
    const vendorId = await requestVendor()
    const rejectWith = async (replacementVendorId: number) =>
      (await decide('RejectNew', vendorId, { replacementVendorId })).status
    expect([await rejectWith(99_999), await rejectWith(3), await rejectWith(vendorId)]).toEqual([
      404, 422, 422,
    ])
    expect((await portal.ask('agency.read', 'GET', `/api/Vendor/${vendorId}`)).body).toMatchObject({
      newVendor: true,
    })
  })

  test("only the agency's writers decide, and an edit of the record cannot decide either", async () => {
    const vendorId = await requestVendor()
    for (const persona of ['agency.read', 'company.admin', 'company.writer', 'global.admin'] as const) {
      expect((await decide('ApproveNew', vendorId, undefined, persona)).status).toBe(403)
      expect((await decide('RejectNew', vendorId, undefined, persona)).status).toBe(403)
    }
    expect((await portal.ask('agency.write', 'PUT', '/api/Vendor', { vendorId, active: true })).status).toBe(
      422,
    )
    expect(
      (await portal.ask('agency.write', 'PUT', '/api/Vendor', { vendorId, city: 'Rolla' })).body,
    ).toMatchObject({
      city: 'Rolla',
      newVendor: true,
    })
  })
})
