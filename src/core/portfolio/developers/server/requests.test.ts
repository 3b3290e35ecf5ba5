import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setNow(new Date('2026-11-16T18:00:00Z'))
  await portal.owner.query(`delete from property_developer; delete from developer; delete from audit_log;
    insert into developer (developer_id, name, contact_name, notes, active) overriding system value values
      (1, 'Oak Developers', 'Managing member', 'Slow to answer', true), (2, 'Pine Partners', null, null, true),
      (3, 'Old Developers', null, null, false)`)
})

const path = '/api/Developer'
const get = (persona: Persona, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const put = (tail: string, persona: Persona = 'agency.write') => portal.ask(persona, 'PUT', `${path}/${tail}`)
const fields = (reply: Reply) => (reply.body as { faults: Fault[] }).faults.map((fault) => fault.field)
const names = (reply: Reply) => (reply.body as { name: string }[]).map((item) => item.name)

describe('the developer of a property', () => {
  test('CAL-20 the developer is set, replaced and removed, and each period remains on record', async () => {
    expect((await put('UpdatePropertyDeveloper/1/1')).body).toMatchObject({ name: 'Oak Developers' })
    portal.setNow(new Date('2026-12-01T18:00:00Z'))
    expect((await put('UpdatePropertyDeveloper/1/2')).body).toMatchObject({ name: 'Pine Partners' })
    portal.setNow(new Date('2027-01-05T18:00:00Z'))
    expect((await put('UpdatePropertyDeveloper/1')).body).toBeNull()
    expect((await get('agency.read', 'GetByPropertyId/1')).body).toBeNull()
    expect((await get('agency.read', 'GetProperties/1')).body).toMatchObject([
      { propertyName: 'Maple Grove Apartments', fromDate: '2026-11-16', toDate: '2026-11-30' },
    ])
    expect((await get('agency.read', 'GetProperties/2')).body).toMatchObject([
      { fromDate: '2026-12-01', toDate: '2027-01-04' },
    ])
  })

  test('a developer replaced on the same day leaves no period, only lines in its history', async () => {
    await put('UpdatePropertyDeveloper/1/1')
    await put('UpdatePropertyDeveloper/1/2')
    expect((await get('agency.read', 'GetProperties/1')).body).toEqual([])
    expect((await get('agency.read', 'GetProperties/2')).body).toMatchObject([
      { fromDate: '2026-11-16', toDate: null },
    ])
    const history = (await get('agency.read', 'GetHistory/1')).body as { tableName: string; action: string }[]
    expect(history.map((item) => [item.tableName, item.action])).toEqual([
      ['property_developer', 'delete'],
      ['property_developer', 'insert'],
      ['developer', 'insert'],
    ])
  })

  test('setting the present developer again changes nothing', async () => {
    await put('UpdatePropertyDeveloper/1/1')
    portal.setNow(new Date('2026-12-01T18:00:00Z'))
    await put('UpdatePropertyDeveloper/1/1')
    expect((await get('agency.read', 'GetProperties/1')).body).toMatchObject([
      { fromDate: '2026-11-16', toDate: null },
    ])
  })

  test('RemoveDeveloper removes the developer and answers whether there was one', async () => {
    await put('UpdatePropertyDeveloper/1/1')
    expect((await put('RemoveDeveloper/1')).body).toBe(true)
    expect((await put('RemoveDeveloper/1')).body).toBe(false)
    expect((await put('RemoveDeveloper/999')).status).toBe(404)
  })

  test('two concurrent calls leave the property with one developer', async () => {
    const replies = await Promise.all([
      put('UpdatePropertyDeveloper/1/1'),
      put('UpdatePropertyDeveloper/1/2'),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    const open = await portal.owner.query(
      'select 1 from property_developer where property_id = 1 and to_date is null',
    )
    expect(open.rowCount).toBe(1)
  })

  test.each([
    ['UpdatePropertyDeveloper/1/3', 422],
    ['UpdatePropertyDeveloper/1/99', 422],
    ['UpdatePropertyDeveloper/999/1', 404],
    ['UpdatePropertyDeveloper/1/x', 400],
  ])('%s is refused', async (tail, status) => {
    const reply = await put(tail)
    expect(reply.status).toBe(status)
    if (status !== 404) expect(fields(reply)).toEqual(['developerId'])
    expect((await get('agency.read', 'GetByPropertyId/1')).body).toBeNull()
  })

  test('the company reads its property’s developer without the agency’s notes, and may not change or list developers', async () => {
    await put('UpdatePropertyDeveloper/1/1')
    expect((await get('company.reader', 'GetByPropertyId/1')).body).toMatchObject({
      name: 'Oak Developers',
      notes: null,
    })
    expect((await get('other.user', 'GetByPropertyId/1')).status).toBe(404)
    for (const tail of [
      '',
      'GetList',
      'GetProperties/1',
      'Search/oak',
      'GetPropertiesWithout',
      'GetHistory/1',
    ])
      expect((await get('company.admin', tail)).status, tail).toBe(403)
    expect((await put('UpdatePropertyDeveloper/1/2', 'company.admin')).status).toBe(403)
    expect((await put('UpdatePropertyDeveloper/1/2', 'agency.read')).status).toBe(403)
  })
})

test.each([
  ['oak', ['Oak Developers']],
  ['Pnie Partner', ['Pine Partners']],
  ['managing', ['Oak Developers']],
  ['old', []],
  ["'; --", []],
])('CAL-13 search for %j', async (input, expected) => {
  expect(names(await get('agency.read', `Search/${encodeURIComponent(input)}`))).toEqual(expected)
})

test('the list counts each developer’s properties and units, and properties without a developer are listed', async () => {
  await put('UpdatePropertyDeveloper/1/1')
  await put('UpdatePropertyDeveloper/4/1')
  expect((await get('agency.read', 'GetList')).body).toMatchObject([
    { name: 'Oak Developers', propertyCount: 2, unitCount: 108 },
    { name: 'Old Developers', propertyCount: 0 },
    { name: 'Pine Partners', propertyCount: 0 },
  ])
  expect((await get('agency.read', 'GetPropertiesWithout')).body).toMatchObject([
    { propertyId: 2 },
    { propertyId: 3 },
    { propertyId: 5 },
  ])
})

describe('records', () => {
  test('two developers cannot have the same name', async () => {
    const reply = await portal.ask('agency.write', 'POST', path, { name: 'OAK developers ' })
    expect([reply.status, fields(reply)]).toEqual([422, ['name']])
    const renamed = await portal.ask('agency.write', 'PUT', path, { developerId: 2, name: 'Oak Developers' })
    expect(fields(renamed)).toEqual(['name'])
  })

  test('a developer who is or was named for a property cannot be deleted', async () => {
    await put('UpdatePropertyDeveloper/1/1')
    const reply = await portal.ask('agency.write', 'DELETE', `${path}/1`)
    expect([reply.status, (reply.body as { message: string }).message]).toEqual([
      422,
      'Oak Developers is or was named for properties. Make it inactive.',
    ])
    expect((await portal.ask('agency.write', 'DELETE', `${path}/2`)).body).toBe(true)
  })
})
