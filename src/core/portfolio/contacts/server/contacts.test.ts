import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(`delete from property_contact; delete from management_company_contact; delete from contact;
    insert into contact (contact_id, name, company, address1, city, state, zip, email) overriding system value values
      (1, 'Financial Contact', 'Test Company One', '1 First Street', 'Columbia', 'MO', '65201', 'financial@one.example'),
      (2, 'General Partner', 'Grove Partners', null, null, null, null, 'partner@grove.example'),
      (3, 'Primary Contact', 'Test Company One', '1 First Street', 'Columbia', 'MO', '65201', 'primary@one.example');
    insert into property_contact (property_id, contact_id, contact_type_id) values (1, 1, 8), (1, 2, 1), (1, 3, 6), (2, 3, 6)`)
})

type Row = Record<string, unknown>
const ask = (persona: string, method: Method, call: string, body?: unknown): Promise<Reply> =>
  portal.ask(persona, method, `/api/Contact${call}`, body)
const rows = async (text: string): Promise<Row[]> => (await portal.owner.query<Row>(text)).rows
const fields = (reply: Reply): unknown[] =>
  (reply.body as { faults: Row[] }).faults.map((fault) => fault.field)
const links = () =>
  rows(`select k.property_id as p, k.contact_type_id as t, c.name from property_contact k join contact c using (contact_id)
    order by 1, 2, 3`)

describe('reading', () => {
  test('SHP-13 LET-31 a contact is answered with its own field names and with those of letters', async () => {
    expect((await ask('company.reader', 'GET', '/1')).body).toMatchObject({
      contactId: 1,
      name: 'Financial Contact',
      conName: 'Financial Contact',
      conAddress1: '1 First Street',
      conAddress2: null,
      conCity: 'Columbia',
      conState: 'MO',
      conZip: '65201',
    })
  })

  test('PER-12 companies see only their own contacts and those of their properties, and may not write contacts', async () => {
    await portal.owner.query(`insert into contact (contact_id, name) overriding system value values (50, 'Untied'), (51, 'Of the company');
      insert into management_company_contact (management_company_id, contact_id, contact_type_id) values (1, 51, 6)`)
    const ids = async (persona: string) =>
      ((await ask(persona, 'GET', '')).body as Row[])
        .map((row) => Number(row.contactId))
        .sort((a, b) => a - b)
    expect(await ids('agency.read')).toEqual([1, 2, 3, 50, 51])
    expect(await ids('company.reader')).toEqual([1, 2, 3, 51])
    expect(await ids('other.user')).toEqual([])
    for (const contactId of [1, 50, 51])
      expect((await ask('other.user', 'GET', `/${contactId}`)).status).toBe(404)
    expect((await ask('company.admin', 'GET', '/50')).status).toBe(404)
    expect((await ask('company.admin', 'PUT', '', { contactId: 1, name: 'X' })).status).toBe(403)
    expect((await ask('agency.read', 'POST', '', { name: 'X' })).status).toBe(403)
  })

  test('CON-01 CON-03 the calls answer a property’s contacts by type, and 404 for another company’s property', async () => {
    const all = (await ask('company.reader', 'GET', '/GetByProjectId/1')).body as Row[]
    expect(all.map((row) => [row.contactTypeId, row.name, row.properties])).toEqual([
      [1, 'General Partner', 1],
      [6, 'Primary Contact', 1],
      [8, 'Financial Contact', 1],
    ])
    expect((await ask('agency.read', 'GET', '/GetByContactType/1/6')).body).toMatchObject([
      { contactId: 3, properties: 2 },
    ])
    expect((await ask('agency.read', 'GET', '/GetByContactType/1/9')).status).toBe(400)
    expect((await ask('other.user', 'GET', '/GetByProjectId/1')).status).toBe(404)
    expect((await ask('other.user', 'GET', '/GetByContactType/1/6')).status).toBe(404)
  })

  test('CON-02 only the agency and the company’s own people read the contacts of a company', async () => {
    await portal.owner.query(
      'insert into management_company_contact (management_company_id, contact_id, contact_type_id) values (1, 3, 6)',
    )
    const names = async (persona: string, companyId: number) =>
      ((await ask(persona, 'GET', `/GetByManagementCompanyId/${companyId}`)).body as Row[]).map(
        (row) => row.name,
      )
    expect(await names('company.reader', 1)).toEqual(['Primary Contact'])
    expect(await names('company.reader', 0)).toEqual(['Primary Contact'])
    expect(await names('agency.read', 0)).toEqual(['Primary Contact'])
    expect(await names('other.user', 1)).toEqual([])
    expect(await names('global.admin', 0)).toEqual([])
  })

  test('the directory lists each person once, and properties without a contact of some type are listed', async () => {
    const directory = (await ask('company.admin', 'GET', '/GetDirectory')).body as Row[]
    expect(directory.map((row) => [row.name, row.contactTypeIds, row.properties])).toEqual([
      ['Financial Contact', [8], 1],
      ['General Partner', [1], 1],
      ['Primary Contact', [6], 2],
    ])
    expect((await ask('other.user', 'GET', '/GetDirectory')).body).toEqual([])
    const missing = (await ask('company.admin', 'GET', '/GetMissing')).body as Row[]
    expect(missing.find((row) => row.propertyId === 1)?.contactTypeIds).toEqual([2, 3, 4, 5, 7])
    expect(missing.map((row) => row.propertyId)).not.toContain(4)
  })
})

describe('the controller’s calls check contacts before they store them', () => {
  test('each fault names its field', async () => {
    const bad = { name: '', email: 'a@one.example, b@one.example', zip: '652', phone: '12' }
    expect(
      fields(await ask('agency.write', 'POST', '', { ...bad, name: 'X', zip: '65201', state: 'KS' })),
    ).toEqual(['phone', 'email', 'zip'])
    expect((await ask('agency.write', 'PUT', '', { contactId: 1, email: 'none' })).status).toBe(400)
    expect((await ask('agency.write', 'PUT', '', { contactId: 1, title: 'Controller' })).body).toMatchObject({
      title: 'Controller',
    })
    expect(await rows('select 1 from contact')).toHaveLength(3)
  })

  test('a contact that properties name cannot be deleted', async () => {
    const refused = await ask('agency.write', 'DELETE', '/3')
    expect([refused.status, (refused.body as Row).message]).toEqual([
      422,
      'Primary Contact is named 2 times. Make the contact inactive.',
    ])
  })
})

describe('CON-04 SaveProjectContacts', () => {
  const save = (contacts: unknown, persona = 'agency.write') =>
    ask(persona, 'POST', '/SaveProjectContacts/1', contacts)
  const entries = async () =>
    ((await ask('agency.write', 'GET', '/GetByProjectId/1')).body as Row[]).map((row) => ({ ...row }))

  test('one call adds, changes and removes contacts; a new person replaces the former one at this property only', async () => {
    const [partner, primary] = await entries()
    const reply = await save([
      { linkId: partner!.linkId, contactTypeId: 1, phone: '573-555-0111' },
      { linkId: primary!.linkId, contactTypeId: 6, name: 'New Primary', email: 'new@one.example' },
      { contactTypeId: 3, name: 'Regional', email: 'regional@one.example' },
    ])
    expect((reply.body as Row[]).map((row) => [row.contactTypeId, row.name, row.phone])).toEqual([
      [1, 'General Partner', '573-555-0111'],
      [3, 'Regional', null],
      [6, 'New Primary', null],
    ])
    // Property B keeps its contact. Contact 1, whom no property names any more, is inactive.
    expect((await links()).filter((row) => row.p === 2)).toEqual([{ p: 2, t: 6, name: 'Primary Contact' }])
    expect(await rows('select active from contact where contact_id = 1')).toEqual([{ active: false }])
  })

  test('the history shows changes of a property’s contacts to its company, and changes of a person’s details only to the agency', async () => {
    const [partner, primary, financial] = await entries()
    const links = [partner!, financial!].map(({ linkId, contactTypeId }) => ({ linkId, contactTypeId }))
    await save([...links, { linkId: primary!.linkId, contactTypeId: 6, phone: '573-555-0122' }])
    await save(links)
    const changesFor = async (persona: string) =>
      ((await ask(persona, 'GET', '/GetHistory/1')).body as Row[])
        .slice(0, 2)
        .map((line) => [line.userName, line.tableName, line.action])
    expect(await changesFor('agency.read')).toEqual([
      ['Agency Write', 'property_contact', 'delete'],
      ['Agency Write', 'contact', 'update'],
    ])
    expect((await changesFor('company.reader'))[0]).toEqual(['Agency Write', 'property_contact', 'delete'])
    expect(JSON.stringify((await ask('company.reader', 'GET', '/GetHistory/1')).body)).not.toContain(
      '555-0122',
    )
    expect((await ask('other.user', 'GET', '/GetHistory/1')).status).toBe(404)
  })

  test('with `everywhere` the new person replaces the former one at every property', async () => {
    const [partner, primary, financial] = await entries()
    const existing = [partner!, financial!].map(({ linkId, contactTypeId }) => ({ linkId, contactTypeId }))
    await save([
      ...existing,
      { linkId: primary!.linkId, contactTypeId: 6, name: 'Renamed', everywhere: true },
    ])
    expect((await links()).filter((row) => row.t === 6).map((row) => row.name)).toEqual([
      'Renamed',
      'Renamed',
    ])
  })

  test('all faults are reported at once and nothing is stored', async () => {
    const before = await links()
    const reply = await save([
      { contactTypeId: 3, name: 'Regional', email: 'a@one.example b@one.example' },
      { contactTypeId: 4, name: '', zip: '1' },
      { contactTypeId: 5, name: 'Twin', email: 'twin@one.example' },
      { contactTypeId: 5, name: 'twin', email: 'TWIN@one.example' },
    ])
    expect(reply.status).toBe(400)
    expect(fields(reply)).toEqual(['0.email', '1.name', '1.zip', '3.name'])
    expect((await save([{ linkId: 99_999, contactTypeId: 3, name: 'X' }])).status).toBe(409)
    expect((await save([{ contactId: 99_999, contactTypeId: 3 }])).status).toBe(404)
    expect(await links()).toEqual(before)
  })

  test('only the agency’s writers may set contacts', async () => {
    for (const persona of ['agency.read', 'company.admin', 'global.admin'])
      expect((await save([], persona)).status).toBe(403)
    expect((await ask('agency.write', 'POST', '/SaveProjectContacts/9999', [])).status).toBe(404)
  })
})

describe('replacing one person by another', () => {
  test('the preview lists every place, and only the chosen places change', async () => {
    const places = (await ask('agency.write', 'GET', '/GetPlaces/3')).body as Row[]
    expect(places.map((row) => [row.propertyName, row.contactTypeId])).toEqual([
      ['Birch Court', 6],
      ['Maple Grove Apartments', 6],
    ])
    const reply = await ask('agency.write', 'POST', '/ReplacePerson', {
      contactId: 3,
      propertyContactIds: [places[0]!.propertyContactId],
      values: { name: 'Successor', email: 'successor@one.example' },
      retire: true,
    })
    expect(reply.body).toMatchObject({ replaced: 1, properties: 1 })
    expect((await links()).filter((row) => row.t === 6).map((row) => row.name)).toEqual([
      'Primary Contact',
      'Successor',
    ])
    expect(await rows('select active from contact where contact_id = 3')).toEqual([{ active: true }])
  })

  test('a known contact replaces the person everywhere and is not duplicated where it was already named', async () => {
    await portal.owner.query(
      'insert into property_contact (property_id, contact_id, contact_type_id) values (2, 1, 6)',
    )
    const places = (await ask('agency.write', 'GET', '/GetPlaces/3')).body as Row[]
    const body = {
      contactId: 3,
      byContactId: 1,
      propertyContactIds: places.map((row) => row.propertyContactId),
      retire: true,
    }
    expect((await ask('agency.write', 'POST', '/ReplacePerson', body)).body).toEqual({
      replaced: 2,
      properties: 2,
      contactId: 1,
    })
    expect((await links()).filter((row) => row.t === 6)).toEqual([
      { p: 1, t: 6, name: 'Financial Contact' },
      { p: 2, t: 6, name: 'Financial Contact' },
    ])
    expect(await rows('select active from contact where contact_id = 3')).toEqual([{ active: false }])
    // The places of the preview no longer exist: the call is refused and changes nothing.
    const again = await ask('agency.write', 'POST', '/ReplacePerson', body)
    expect([again.status, (again.body as Row).message]).toEqual([
      409,
      'Primary Contact is no longer named at 2 places of those chosen. Load the preview again.',
    ])
  })

  test('bad input names its field', async () => {
    const replace = (body: object) =>
      ask('agency.write', 'POST', '/ReplacePerson', { contactId: 3, propertyContactIds: [1], ...body })
    expect(fields(await replace({}))).toEqual(['values.name'])
    expect(fields(await replace({ byContactId: 3 }))).toEqual(['byContactId'])
    expect(fields(await replace({ propertyContactIds: [] }))).toEqual(['propertyContactIds'])
    expect((await replace({ byContactId: 9999 })).status).toBe(404)
  })
})

describe('CCR-12 duplicates', () => {
  const request = '/api/ContactChangeRequest'
  beforeEach(() =>
    portal.owner.query(`insert into contact (contact_id, name, email, phone) overriding system value values
      (60, 'PRIMARY CONTACT', 'Primary@one.example', '573-555-0100'), (61, 'Primary contact', null, '573-555-0100'),
      (62, 'Somebody else', 'primary@one.example', null);
      insert into property_contact (property_id, contact_id, contact_type_id, lead_referral_agency) values (1, 60, 6, true), (2, 61, 4, false), (1, 62, 4, false)`),
  )

  test('the preview groups contacts of the same person; a shared e-mail address alone makes no group', async () => {
    const groups = (await portal.ask('agency.read', 'GET', `${request}/GetDuplicateContacts`)).body as {
      remaining: Row
      others: Row[]
    }[]
    expect(
      groups.map(({ remaining, others }) => [remaining.contactId, others.map((row) => row.contactId)]),
    ).toEqual([[3, [60, 61]]])
    expect((await portal.ask('company.admin', 'GET', `${request}/GetDuplicateContacts`)).status).toBe(403)
  })

  test('after removal every place names the person exactly once, and the contact keeps all its details', async () => {
    const remove = (persona: string, body: object) =>
      portal.ask(persona, 'POST', `${request}/RemoveDuplicateContacts`, body)
    expect((await remove('agency.read', {})).status).toBe(403)
    expect((await remove('agency.write', { contactIds: [1] })).body).toEqual({ removed: 0 })
    expect((await remove('agency.write', {})).body).toEqual({ removed: 2 })
    expect(await rows('select name, email, phone from contact where contact_id in (3, 60, 61)')).toEqual([
      { name: 'Primary Contact', email: 'primary@one.example', phone: '573-555-0100' },
    ])
    expect(
      await rows(
        'select property_id as p, contact_type_id as t, lead_referral_agency as l from property_contact where contact_id = 3 order by 1, 2',
      ),
    ).toEqual([
      { p: 1, t: 6, l: true },
      { p: 2, t: 4, l: false },
      { p: 2, t: 6, l: false },
    ])
    expect((await remove('agency.write', {})).body).toEqual({ removed: 0 })
  })
})
