import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#kernel/model/access.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import type { ListQuery } from '../model/calls.ts'
import { loadPropertyDetail } from './detail.ts'
import { listProperties } from './list.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

type Row = Record<string, unknown>
const path = '/api/projects'
const get = (persona: string, call: string): Promise<Reply> => portal.ask(persona, 'GET', `${path}/${call}`)
const names = (reply: Reply): unknown[] => (reply.body as Row[]).map((row) => row.propertyName)

describe('property information', () => {
  test('CAL-25 SHP-01 property information has the thirteen specified fields and the additional ones', async () => {
    expect((await get('company.reader', 'GetProjectHeaderInfo/1')).body).toEqual({
      propertyId: 1,
      propertyName: 'Maple Grove Apartments',
      propertyNumber: 'MHDC #12-034',
      status: 0,
      decontrolStatus: null,
      nonCompliant: false,
      markedNonCompliant: false,
      ownerManaged: false,
      resyndicatedTo: 0,
      resyndicatedFrom: 0,
      managementCompanyId: 1,
      managementCompanyName: 'Test Company One',
      extendedUseDate: '2038-12-31',
      serviceDate: '2008-11-20',
      ait: false,
      agencyNumber: '12-034',
      lihtC1: null,
      city: 'Columbia',
      county: 'Boone County',
    })
  })

  test('FMT-08 the number is the agency’s, else the first LIHTC number, else empty', async () => {
    const number = async (propertyId: number) =>
      (await get('agency.read', `GetProjectNumber/${propertyId}`)).body
    expect(await number(1)).toBe('MHDC #12-034')
    expect(await number(2)).toBe('LIHTC #98-001')
    await portal.owner.query('update property set agency_number = null where property_id = 3')
    expect(await number(3)).toBe('')
    await portal.owner.query(`update property set agency_number = '15-200' where property_id = 3`)
  })

  test('FMT-08 the number begins with the agency’s configured short name', async () => {
    const other = await openPortal({ AGENCY_SHORT_NAME: 'SHFA' })
    expect((await other.ask('agency.read', 'GET', `${path}/GetProjectNumber/1`)).body).toBe('SHFA #12-034')
    await other.close()
  })

  test('ENT-01 a resyndicated pair of properties shows to and from', async () => {
    await portal.owner.query(
      `insert into resyndication (old_property_id, new_property_id, resyndication_type, resyndicated_date) values (1, 4, 'New credits', '2020-01-01')`,
    )
    const both = async (propertyId: number) =>
      (await get('agency.read', `GetProjectInformation/${propertyId}`)).body as Row
    expect(await both(1)).toMatchObject({ resyndicatedTo: 1, resyndicatedFrom: 0 })
    expect(await both(4)).toMatchObject({ resyndicatedTo: 0, resyndicatedFrom: 1 })
    const detail = async (persona: Persona) => (await get(persona, 'GetProjectWithInclusions/1')).body
    expect(await detail('agency.read')).toMatchObject({
      resyndications: [{ propertyId: 4, direction: 'to' }],
    })
    // Property D is out of the company's scope, so its name is not shown.
    expect(await detail('company.admin')).toMatchObject({ resyndications: [] })
    await portal.owner.query('delete from resyndication')
  })

  test('PER-12 each caller sees the properties in scope, without deleted ones', async () => {
    await portal.owner.query('update property set status_id = 6 where property_id = 3')
    expect(names(await get('agency.read', 'GetAllProjectInformation'))).toEqual([
      'Birch Court',
      'Dogwood Manor',
      'Elm Terrace',
      'Maple Grove Apartments',
    ])
    expect(names(await get('other.user', 'GetAllProjectInformation'))).toEqual([
      'Dogwood Manor',
      'Elm Terrace',
    ])
    expect(names(await get('agency.read', 'GetProjectsInformationByManagementCompany/1'))).toHaveLength(2)
    expect(names(await get('other.user', 'GetProjectsInformationByManagementCompany/1'))).toEqual([])
    await portal.owner.query('update property set status_id = 5 where property_id = 3')
    expect(names(await get('agency.read', 'GetAllProjectInformation/1'))).toEqual(['Maple Grove Apartments'])
  })

  test('ByUser answers the caller’s properties, and only the agency may ask for other users', async () => {
    expect(names(await get('company.writer', 'ByUser'))).toEqual(['Birch Court', 'Maple Grove Apartments'])
    expect(names(await get('company.admin', 'ByUser'))).toHaveLength(3)
    expect(names(await get('agency.read', 'ByUserId/6'))).toEqual(['Maple Grove Apartments'])
    expect(names(await get('agency.read', 'ByUserId/8'))).toHaveLength(5)
    expect(names(await get('company.writer', 'ByUserId/5'))).toHaveLength(2)
    expect((await get('company.writer', 'ByUserId/6')).status).toBe(404)
    expect((await get('agency.read', 'ByUserId/9999')).status).toBe(404)
  })
})

describe('list', () => {
  const list = async (persona: string, query: object = {}) => {
    const reply = await portal.ask(persona, 'POST', `${path}/GetProjectListQuery`, query)
    expect(reply.body).toHaveProperty('rows')
    const { rows, total } = reply.body as { rows: Row[]; total: number }
    return { total, names: rows.map((row) => String(row.propertyName).split(' ')[0]), rows }
  }

  test.each<[string, ListQuery, string[]]>([
    ['by name', {}, ['Birch', 'Cedar', 'Dogwood', 'Elm', 'Maple']],
    ['descending', { sortBy: 'units', descending: true }, ['Dogwood', 'Maple', 'Elm', 'Birch', 'Cedar']],
    [
      'empty values last',
      { sortBy: 'extendedUse', descending: true },
      ['Elm', 'Dogwood', 'Maple', 'Birch', 'Cedar'],
    ],
    ['part of the name', { search: ' GROVE' }, ['Maple']],
    ['part of the agency number', { search: '12-03' }, ['Maple']],
    ['part of a later LIHTC number', { search: '99-002' }, ['Birch']],
    ['the street', { search: 'house street' }, ['Cedar']],
    ['signs that mean something to SQL', { search: '%_' }, []],
    ['statuses', { statuses: [5] }, ['Cedar']],
    ['no status chosen', { statuses: [] }, ['Birch', 'Cedar', 'Dogwood', 'Elm', 'Maple']],
    ['company', { companyId: 2 }, ['Dogwood', 'Elm']],
    ['no company chosen', { companyId: 0 }, ['Birch', 'Cedar', 'Dogwood', 'Elm', 'Maple']],
    ['county', { countyId: 3 }, ['Dogwood']],
    ['federal type', { federalTypeId: 2 }, ['Maple']],
    ['UI-09 letter', { letter: 'c' }, ['Cedar']],
    ['UI-09 digits', { letter: '#' }, []],
    ['UI-09 View All', { letter: 'View All' }, ['Birch', 'Cedar', 'Dogwood', 'Elm', 'Maple']],
    ['several together', { companyId: 1, search: 'columbia', letter: 'B' }, ['Birch']],
  ])('%s', async (_, query, expected) => {
    const listResult = await list('agency.read', query)
    expect(listResult).toMatchObject({ names: expected, total: expected.length })
  })

  test('a line has exactly the fields that the screen shows', async () => {
    expect((await list('agency.read', { search: 'birch' })).rows).toEqual([
      {
        propertyId: 2,
        propertyName: 'Birch Court',
        propertyNumber: 'LIHTC #98-001',
        status: 0,
        decontrolStatus: null,
        city: 'Columbia',
        county: 'Boone County',
        managementCompanyId: 1,
        managementCompanyName: 'Test Company One',
        totalUnits: 20,
        serviceDate: '2012-05-01',
        extendedUseDate: null,
      },
    ])
  })

  test('client 1: the list accepts the documented {managementCompanyId, status} and refuses an unknown name', async () => {
    const documented = async (query: object) => (await list('agency.read', query)).names
    expect(await documented({ managementCompanyId: 2 })).toEqual(['Dogwood', 'Elm'])
    expect(await documented({ status: [5] })).toEqual(['Cedar'])
    expect(await documented({ status: 5 })).toEqual(['Cedar'])
    expect(await documented({ managementCompanyId: 1, status: [5] })).toEqual(
      await documented({ companyId: 1, statuses: [5] }),
    )
    const refused = await portal.ask('agency.read', 'POST', `${path}/GetProjectListQuery`, {
      managementCompanyId: 1,
      managementCompany: 1,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys((refused.body as { fields: object }).fields)).toEqual(['managementCompany'])
  })

  test('CAL-16 a page has the total over all pages, even past the end', async () => {
    expect(await list('agency.read', { startRow: 1, fetchCount: 2 })).toMatchObject({
      names: ['Cedar', 'Dogwood'],
      total: 5,
    })
    expect(await list('agency.read', { startRow: 2, fetchCount: 0 })).toMatchObject({
      names: ['Dogwood', 'Elm', 'Maple'],
      total: 5,
    })
    expect(await list('agency.read', { startRow: 40, fetchCount: 10 })).toMatchObject({ names: [], total: 5 })
  })

  test('ST-17 the list leaves out deleted properties unless the status is requested', async () => {
    await portal.owner.query('update property set status_id = 6 where property_id = 2')
    expect((await list('agency.read')).names).not.toContain('Birch')
    expect((await list('agency.read', { statuses: [6] })).names).toEqual(['Birch'])
    await portal.owner.query('update property set status_id = 0 where property_id = 2')
  })

  test('PER-12 each caller’s list has only the properties in scope', async () => {
    expect((await list('company.writer')).names).toEqual(['Birch', 'Maple'])
    expect((await list('other.user', { companyId: 1 })).names).toEqual([])
    expect((await list('global.admin')).names).toHaveLength(5)
  })

  test.each([{ letter: 'AB' }, { statuses: [7] }, { sortBy: 'password' }, { fetchCount: -1 }])(
    '%j is refused',
    async (query) => {
      expect((await portal.ask('agency.read', 'POST', `${path}/GetProjectListQuery`, query)).status).toBe(400)
    },
  )
})

test('the list runs one statement, and a large property’s detail as many as a small one’s', async () => {
  const countStatements = async () => {
    const { result } = await runInCall(portal, 'agency.read', signedIn, async (context) => {
      const counts: number[] = []
      for (const work of [
        () => listProperties(context, {}),
        () => listProperties(context, { startRow: 1, fetchCount: 1 }),
        () => loadPropertyDetail(context, 1),
      ]) {
        const before = context.transaction.statements
        await work()
        counts.push(context.transaction.statements - before)
      }
      return { counts, rows: (await listProperties(context, {})).rows.length }
    })
    return result!
  }
  const small = await countStatements()
  expect(small.counts.slice(0, 2)).toEqual([1, 1])
  await portal.owner.query(`
    insert into property (property_id, name) select n, 'Many ' || n from generate_series(1001, 1200) n;
    insert into property_lihtc_number (property_id, lihtc_number, position) select 1, 'L-' || n, n from generate_series(1, 40) n;
    insert into property_contact (property_id, contact_id, contact_type_id) select 1, c, t from generate_series(1, 3) c, generate_series(2, 5) t on conflict do nothing`)
  const large = await countStatements()
  expect(large).toEqual({ counts: small.counts, rows: small.rows + 200 })
  await portal.owner.query(
    'delete from property where property_id > 1000; delete from property_lihtc_number where property_id = 1',
  )
})

test('deleted properties are not counted for companies, users, contacts or accounts', async () => {
  const counts = async () => {
    const fetchRows = async (call: string) =>
      (await portal.ask('agency.admin', 'GET', `/api/${call}`)).body as Row[]
    const findRow = (rows: Row[], key: string, value: unknown) => rows.find((row) => row[key] === value)
    return {
      company: findRow(await fetchRows('ManagementCompany/GetWithPropertyCount'), 'managementCompanyId', 1)
        ?.propertyCount,
      person: findRow(await fetchRows('users/GetAll'), 'userName', 'company.writer')?.propertyCount,
      contact: findRow(await fetchRows('Contact/GetDirectory'), 'name', 'Primary Contact')?.properties,
      accounts: (await fetchRows('ReserveAccount/GetAccounts')).length,
    }
  }
  const before = await counts()
  await portal.owner.query('update property set status_id = 6 where property_id = 2')
  const after = await counts()
  await portal.owner.query('update property set status_id = 0 where property_id = 2')
  expect(before).toEqual({ company: 3, person: 2, contact: 2, accounts: 5 })
  expect(after).toEqual({ company: 2, person: 1, contact: 1, accounts: 4 })
})
