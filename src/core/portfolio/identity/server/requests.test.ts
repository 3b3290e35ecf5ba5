import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const ask = (persona: string, method: Method, path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)
type IdentityRows = Record<'formerNames' | 'partners' | 'numbers' | 'allocations', Record<string, unknown>[]>
const loadIdentity = async (persona = 'company.reader') =>
  (await ask(persona, 'GET', 'projects/GetIdentity/1')).body as IdentityRows
type SearchHit = { kind: string; id: number; label: string; detail: string }
const searchProperties = async (persona: string, text: string) =>
  ((await ask(persona, 'GET', `Search?text=${encodeURIComponent(text)}`)).body as SearchHit[]).filter(
    ({ kind }) => kind === 'property',
  )

describe('former names of a property', () => {
  test('changing the name or number records the former one, which the search then finds for readers of the property', async () => {
    await ask('agency.write', 'PUT', 'projects', {
      propertyId: 1,
      name: 'Quillwort Commons',
      agencyNumber: '99-777',
    })
    const { formerNames } = await loadIdentity()
    expect(formerNames.map(({ kind, name }) => [kind, name]).toSorted()).toEqual([
      ['Name', 'Maple Grove Apartments'],
      ['Number', '12-034'],
    ])
    for (const text of ['maple grove', '12-034']) {
      const hits = await searchProperties('company.reader', text)
      expect(hits.map(({ id }) => id)).toContain(1)
      expect(hits.find(({ id }) => id === 1)?.label).toBe('Quillwort Commons')
      expect(hits.find(({ id }) => id === 1)?.detail).toContain('formerly')
    }
    expect((await searchProperties('other.user', 'maple grove')).map(({ id }) => id)).not.toContain(1)
  })

  test('the agency may add an older former name, a company may not', async () => {
    const old = { propertyId: 1, kind: 'Name', name: 'Old Mill Lofts', untilDay: '1999-06-30', note: null }
    expect((await ask('company.admin', 'POST', 'PropertyFormerName', old)).status).toBe(403)
    expect((await ask('agency.write', 'POST', 'PropertyFormerName', old)).status).toBe(200)
    expect((await searchProperties('agency.read', 'old mill')).map(({ id }) => id)).toEqual([1])
    expect((await ask('other.user', 'GET', 'projects/GetIdentity/1')).status).toBe(404)
  })
})

test('a partner’s period cannot end before it begins, and the row cannot move to another property', async () => {
  const partner = {
    propertyId: 1,
    name: 'Grove Partners LP',
    role: 'General partner',
    sharePercent: 0.01,
    fromDate: '2008-01-01',
    toDate: '2007-01-01',
    note: null,
  }
  expect((await ask('agency.write', 'POST', 'PropertyPartner', partner)).status).toBe(400)
  const reply = await ask('agency.write', 'POST', 'PropertyPartner', { ...partner, toDate: null })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const [row] = (await loadIdentity()).partners
  expect(row).toMatchObject({ name: 'Grove Partners LP', sharePercent: 0.01 })
  expect((await ask('agency.write', 'PUT', 'PropertyPartner', { ...row, propertyId: 2 })).status).toBe(400)
})

test('the fact sheet shows credits and program numbers, and the search finds a property by its HUD number', async () => {
  const credits = {
    propertyId: 1,
    lihtcNumber: '12-034',
    credit: '9%',
    allocatedYear: 2008,
    annualCredit: 250_000,
    setAside: '40% at 60%',
    firstCreditYear: 2009,
    extendedUseYears: 30,
    note: null,
  }
  expect((await ask('agency.write', 'POST', 'CreditAllocation', credits)).status).toBe(200)
  const number = { propertyId: 1, kind: 'HUD property', number: '800012345', note: null }
  expect((await ask('agency.write', 'POST', 'PropertyProgramNumber', number)).status).toBe(200)
  expect((await ask('agency.write', 'POST', 'PropertyProgramNumber', number)).status).toBeGreaterThanOrEqual(
    400,
  )
  expect((await searchProperties('company.reader', '800012345')).map(({ id }) => id)).toEqual([1])
  const sheet = JSON.stringify((await ask('company.reader', 'GET', 'projects/GetFactSheet/1')).body)
  for (const text of [
    'from 2009, compliance to 2023',
    'extended use to 12/31/2038',
    'HUD property 800012345',
  ])
    expect(sheet).toContain(text)
})

test('credits for a building of another property are refused (Form 8609)', async () => {
  await portal.owner.query(
    `insert into property_building (property_id, bin) values (1, 'MO-09-00001'), (2, 'MO-09-00002')`,
  )
  const credits = {
    propertyId: 1,
    credit: '9%',
    bin: 'MO-09-00001',
    annualCredit: 125_000,
    extendedUseYears: 30,
  }
  const add = (more: object = {}) => ask('agency.write', 'POST', 'CreditAllocation', { ...credits, ...more })
  expect((await add()).status).toBe(200)
  const foreign = await add({ bin: 'MO-09-00002' })
  expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([
    400,
    expect.stringContaining('no building of this property'),
  ])
  expect((await ask('company.reader', 'GET', 'projects/GetIdentity/1')).body).toMatchObject({
    buildings: ['MO-09-00001'],
    allocations: expect.arrayContaining([expect.objectContaining({ bin: 'MO-09-00001' })]),
  })
})

test('the newest photo is shown, and people of another company get 404', async () => {
  expect((await ask('company.reader', 'GET', 'projects/GetPhoto/1')).body).toBeNull()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const uploadFields = {
    moduleName: 'Property',
    moduleId: '1',
    propertyId: '1',
    documentType: 'Photo of the property',
  }
  for (const name of ['first.png', 'second.png']) {
    const reply = await portal.upload('agency.write', '/api/Files/Upload', uploadFields, [
      { name, content: png },
    ])
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  const { rows } = await portal.owner.query('select max(file_id) as id from file')
  expect((await ask('company.reader', 'GET', 'projects/GetPhoto/1')).body).toMatchObject({
    fileId: rows[0].id,
  })
  expect((await ask('other.user', 'GET', 'projects/GetPhoto/1')).status).toBe(404)
})
