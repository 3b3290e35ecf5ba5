import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T18:00:00Z'))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(`delete from management_company where management_company_id > 3`)
  await portal.owner.query(`update management_company set phone = null, email = null, notes = 'Watch closely', ein_last4 = '4321',
    default_quarter = null, status = 1 where management_company_id <= 2`)
})

const path = '/api/ManagementCompany'
const get = (persona: Persona, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const save = (persona: Persona, body: object) => portal.ask(persona, 'PUT', path, body)
const fields = (reply: Reply) => (reply.body as { faults: Fault[] }).faults.map((fault) => fault.field)
const names = (reply: Reply) => (reply.body as { name: string }[]).map((item) => item.name)

describe('visibility of companies', () => {
  test("the agency sees all companies, a company's people their own and those of properties in their scope", async () => {
    expect(names(await portal.ask('agency.read', 'GET', path))).toEqual([
      'Test Company One',
      'Test Company Two',
      'Test Company Three',
    ])
    expect(names(await portal.ask('company.reader', 'GET', path))).toEqual(['Test Company One'])
    expect((await get('company.admin', '2')).status).toBe(404)
    expect((await get('other.user', '2')).body).toMatchObject({ name: 'Test Company Two' })
  })

  test('a company that ran a property in scope earlier is visible, too', async () => {
    await portal.owner.query(
      `insert into management_company_project_history (property_id, management_company_id, from_date, to_date) values (1, 2, '2005-01-01', '2009-12-31')`,
    )
    expect((await get('company.reader', '2')).body).toMatchObject({ name: 'Test Company Two' })
    const rows = await portal.ask(
      'company.reader',
      'GET',
      '/api/ManagementCompanyProjectHistory/GetPropertyRelatedRows/1',
    )
    expect(rows.body).toMatchObject([
      { managementCompanyName: 'Test Company One', toDate: null },
      { managementCompanyName: 'Test Company Two', toDate: '2009-12-31' },
    ])
    const former = await get('other.user', 'GetFormerProperties/2')
    expect(former.body).toEqual([])
    expect((await get('agency.read', 'GetFormerProperties/2')).body).toMatchObject([
      { propertyId: 1, fromDate: '2005-01-01', toDate: '2009-12-31' },
    ])
    await portal.owner.query('delete from management_company_project_history where to_date is not null')
  })

  test('the EIN and the notes reach only the agency in every answer', async () => {
    for (const tail of [
      '1',
      '',
      'GetDetail/1',
      'GetManagementCompanyInfoByProjectId/1',
      'GetManagementCompanyInfoByUserId/5',
    ]) {
      expect(JSON.stringify((await get('agency.read', tail)).body), tail).toContain('Watch closely')
      const body = JSON.stringify((await get('company.admin', tail)).body)
      expect(body, tail).toContain('Test Company One')
      expect(body, tail).not.toContain('Watch closely')
      expect(body, tail).not.toContain('4321')
    }
  })

  test("only the agency and the company's own people may open a company screen", async () => {
    for (const call of ['GetDetail', 'GetContacts', 'GetHistory']) {
      expect((await get('company.reader', `${call}/1`)).status, call).toBe(200)
      expect((await get('other.user', `${call}/1`)).status, call).toBe(404)
      expect((await get('global.admin', `${call}/1`)).status, call).toBe(404)
      expect((await get('anonymous', `${call}/1`)).status, call).toBe(401)
    }
  })

  test('the agency finds the company of any person, other people only that of a colleague', async () => {
    const getCompany = (persona: Persona, userId: number) =>
      get(persona, `GetManagementCompanyInfoByUserId/${userId}`)
    expect((await getCompany('agency.read', 7)).body).toMatchObject({ name: 'Test Company Two' })
    expect((await getCompany('agency.read', 1)).body).toBeNull()
    expect((await getCompany('company.reader', 4)).body).toMatchObject({ name: 'Test Company One' })
    expect((await getCompany('company.reader', 7)).status).toBe(404)
    expect((await getCompany('agency.read', 9999)).status).toBe(404)
  })
})

describe('lists', () => {
  test('the agency alone lists every company with properties, units and users', async () => {
    expect((await get('agency.read', 'GetWithPropertyCount')).body).toMatchObject([
      { name: 'Test Company One', propertyCount: 3, unitCount: 80, userCount: 3, aliases: [], aliasOf: null },
      { name: 'Test Company Three', propertyCount: 0, unitCount: 0, userCount: 1 },
      { name: 'Test Company Two', propertyCount: 2, unitCount: 84, userCount: 2 },
    ])
    expect((await get('company.admin', 'GetWithPropertyCount')).status).toBe(403)
  })

  test('the properties of a company show their start date and only those in scope', async () => {
    expect((await get('agency.read', 'GetProjectsByManagementCompanyId/1')).body).toMatchObject([
      { propertyName: 'Birch Court', fromDate: '2012-01-01', toDate: null },
      { propertyName: 'Cedar House', fromDate: null },
      { propertyName: 'Maple Grove Apartments', fromDate: '2010-01-01' },
    ])
    expect((await get('company.reader', 'GetProjectsByManagementCompanyId/1')).body).toMatchObject([
      { propertyId: 1 },
    ])
    expect((await get('other.user', 'GetProjectsByManagementCompanyId/1')).body).toEqual([])
  })

  test("the contacts show their types, without the owner's partners", async () => {
    expect((await get('agency.read', 'GetContacts/1')).body).toMatchObject([
      { name: 'Primary Contact', contactTypeIds: [6], propertyCount: 2 },
      { name: 'Financial Contact', contactTypeIds: [8], propertyCount: 1 },
    ])
  })

  test('the certified companies are public with only these columns, without expired ones', async () => {
    await portal.owner.query(`insert into management_company_asset_certification
      (management_company_id, status_id, certified_since, starts_on, expires_on) values
      (1, 5, '2020-01-01', '2026-01-01', '2026-12-31'), (2, 5, '2020-01-01', '2025-01-01', '2025-12-31')`)
    expect((await get('anonymous', 'GetCertifiedManagementCompanies')).body).toEqual([
      {
        name: 'Test Company One',
        city: 'Columbia',
        state: 'MO',
        phone: null,
        certifiedSince: '2020-01-01',
        expiresOn: '2026-12-31',
      },
    ])
    await portal.owner.query('delete from management_company_asset_certification')
  })

  test('the default quarter is that of the company, otherwise the current one', async () => {
    expect((await get('company.reader', 'GetDefaultQuarter')).body).toBe(4)
    await save('agency.write', { managementCompanyId: 1, defaultQuarter: 2 })
    expect((await get('company.reader', 'GetDefaultQuarter')).body).toBe(2)
    expect((await get('agency.write', 'GetDefaultQuarter')).body).toBe(4)
  })
})

describe('changes', () => {
  test('a primary user changes the contact details of their company, and the history shows it', async () => {
    const reply = await save('company.admin', {
      managementCompanyId: 1,
      phone: '(573) 555-0100',
      website: 'one.example',
    })
    expect(reply.body).toMatchObject({ phone: '(573) 555-0100', website: 'one.example', notes: null })
    const result = await portal.owner.query(
      'select notes, ein_last4 from management_company where management_company_id = 1',
    )
    expect(result.rows[0]).toEqual({ notes: 'Watch closely', ein_last4: '4321' })
    const [latest] = (await get('company.reader', 'GetHistory/1')).body as {
      userName: string
      changes: object
    }[]
    expect(latest).toMatchObject({ userName: 'Company Admin', changes: { phone: [null, '(573) 555-0100'] } })
  })

  test('a primary user may change no other field: each is named, and unchanged values pass', async () => {
    const payload = {
      managementCompanyId: 1,
      name: 'Mine',
      status: 2,
      defaultQuarter: 3,
      einLast4: '1111',
      phone: '1',
    }
    const reply = await save('company.admin', payload)
    expect(reply.status).toBe(422)
    expect(fields(reply).sort()).toEqual(['defaultQuarter', 'einLast4', 'name', 'status'])
    expect((await get('agency.read', '1')).body).toMatchObject({ name: 'Test Company One', phone: null })
    const details = (await get('company.admin', '1')).body as object
    expect((await save('company.admin', { ...details, city: 'Rolla' })).body).toMatchObject({ city: 'Rolla' })
    await save('agency.write', { managementCompanyId: 1, city: 'Columbia' })
  })

  test('other users, other companies and agency readers may change nothing', async () => {
    for (const persona of ['company.writer', 'company.reader', 'agency.read', 'global.admin'] as const)
      expect((await save(persona, { managementCompanyId: 1, phone: '1' })).status, persona).toBe(403)
    expect((await save('company.admin', { managementCompanyId: 2, phone: '1' })).status).toBe(404)
    expect((await portal.ask('company.admin', 'POST', path, { name: 'Mine' })).status).toBe(403)
    expect((await portal.ask('company.admin', 'DELETE', `${path}/1`)).status).toBe(403)
  })

  test('an outdated save is refused and names the user who saved before', async () => {
    const { version } = (await get('agency.write', '1')).body as { version: number }
    await save('agency.write', { managementCompanyId: 1, version, phone: '111' })
    const reply = await save('agency.admin', { managementCompanyId: 1, version, phone: '222' })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ message: expect.stringContaining('Agency Write') })
  })

  test('a second company of the same name is refused in any letter case', async () => {
    const reply = await portal.ask('agency.write', 'POST', path, { name: ' test COMPANY one' })
    expect([reply.status, fields(reply)]).toEqual([422, ['name']])
    expect(fields(await save('agency.write', { managementCompanyId: 2, name: 'Test Company One' }))).toEqual([
      'name',
    ])
    expect((await save('agency.write', { managementCompanyId: 2, name: 'Test Company Two' })).status).toBe(
      200,
    )
  })

  test.each([
    ['an unknown status', { status: 3 }, 'status'],
    ['a fifth quarter', { defaultQuarter: 5 }, 'defaultQuarter'],
    ['a whole EIN', { einLast4: '431234567' }, 'einLast4'],
    ['an e-mail address with two people', { email: 'a@x.example; b@x.example' }, 'email'],
    ['a ZIP code of four digits', { zip: '6520' }, 'zip'],
    ['no name', { name: '' }, 'name'],
  ])('%s is refused by field', async (_, payload, field) => {
    const reply = await save('agency.write', { managementCompanyId: 1, ...payload })
    expect([reply.status, fields(reply)]).toEqual([400, [field]])
  })

  test('a company that other records name cannot be removed, and any other can', async () => {
    const reply = await portal.ask('agency.write', 'DELETE', `${path}/1`)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ message: expect.stringMatching(/users \(3\).*properties \(3\)/) })
    const added = (await portal.ask('agency.write', 'POST', path, { name: 'Typed wrong' })).body as {
      managementCompanyId: number
      status: number
    }
    expect(added.status).toBe(1)
    expect((await portal.ask('agency.write', 'DELETE', `${path}/${added.managementCompanyId}`)).body).toBe(
      true,
    )
  })
})

describe('corrections of who ran a property', () => {
  const line = '/api/ManagementCompanyProjectHistory'
  const correct = (method: 'POST' | 'PUT', body: object, persona: Persona = 'agency.write') =>
    portal.ask(persona, method, line, body)

  test('an earlier period is added, changed and removed', async () => {
    const added = await correct('POST', {
      propertyId: 1,
      managementCompanyId: 2,
      fromDate: '2005-01-01',
      toDate: '2009-12-31',
    })
    const { managementCompanyProjectHistoryId: id } = added.body as {
      managementCompanyProjectHistoryId: number
    }
    const changed = await correct('PUT', { managementCompanyProjectHistoryId: id, fromDate: '2006-01-01' })
    expect(changed.body).toMatchObject({ fromDate: '2006-01-01', toDate: '2009-12-31' })
    expect((await portal.ask('agency.write', 'DELETE', `${line}/${id}`)).body).toBe(true)
  })

  test.each([
    [
      'a last day before the first',
      { propertyId: 1, fromDate: '2005-01-01', toDate: '2004-01-01' },
      ['toDate'],
    ],
    [
      'a period that another company covers',
      { propertyId: 1, fromDate: '2009-01-01', toDate: '2011-01-01' },
      ['fromDate'],
    ],
    ['a second current company', { propertyId: 4, fromDate: '2001-01-01' }, ['toDate', 'fromDate']],
  ])('%s is refused by field', async (_, payload, expected) => {
    const reply = await correct('POST', { managementCompanyId: 1, ...payload })
    expect([reply.status, fields(reply)]).toEqual([422, expected])
  })

  test('the line of the current company cannot be removed, and companies may correct nothing', async () => {
    const rows = (await portal.ask('agency.write', 'GET', `${line}/GetPropertyRelatedRows/1`)).body as {
      managementCompanyProjectHistoryId: number
    }[]
    const id = rows[0]!.managementCompanyProjectHistoryId
    expect((await portal.ask('agency.write', 'DELETE', `${line}/${id}`)).status).toBe(422)
    expect((await portal.ask('company.admin', 'DELETE', `${line}/${id}`)).status).toBe(403)
    expect((await portal.ask('other.user', 'GET', `${line}/${id}`)).status).toBe(404)
  })
})
