import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

type Row = Record<string, unknown>
const path = '/api/projects'
const ask = (persona: string, method: Method, call: string, body?: object): Promise<Reply> =>
  portal.ask(persona, method, call.startsWith('/') ? call : `${path}/${call}`, body)
const get = (persona: string, call: string): Promise<Reply> => ask(persona, 'GET', call)
const write = (method: Method, call: string, body?: object): Promise<Reply> =>
  ask('agency.write', method, call, body)
const field = (reply: Reply): unknown => (reply.body as { faults: Row[] }).faults[0]?.field
const rows = async (text: string): Promise<Row[]> => (await portal.owner.query<Row>(text)).rows

describe('contacts', () => {
  test('the calls answer the primary contact, the owner and the billing address', async () => {
    expect((await get('company.reader', 'GetPrimaryContact/1')).body).toMatchObject({ contactId: 3 })
    expect((await get('agency.read', 'GetPrimaryContact/4')).body).toBeNull()
    expect((await get('company.reader', 'GetOwner/1')).body).toMatchObject({
      ownerName: null,
      ownerManaged: false,
      contact: { contactId: 2 },
    })
    expect((await get('agency.read', 'GetBillingAddress/1')).body).toBe(
      'Test Company One\n1 First Street\nColumbia, MO 65201',
    )
    await write('PUT', path, { propertyId: 1, billingAddress: 'Box 7' })
    expect((await get('agency.read', 'GetBillingAddress/1')).body).toBe('Box 7')
    for (const call of ['GetPrimaryContact/1', 'GetOwner/1', 'GetBillingAddress/1', 'GetLRAContact/1'])
      expect((await get('other.user', call)).status).toBe(404)
  })

  test('a property has one lead referral agency, first a new contact and then a known one', async () => {
    const update = (body: object) => write('POST', 'UpdateLRAContact/1', body)
    expect((await get('company.reader', 'GetLRAContact/1')).body).toBeNull()
    const reply = await update({ name: 'Referral Desk', email: 'desk@referral.example' })
    expect((await get('company.reader', 'GetLRAContact/1')).body).toEqual(reply.body)
    expect((await update({ ContactId: 1, Title: 'Referrals' })).body).toMatchObject({
      contactId: 1,
      title: 'Referrals',
    })
    expect((await get('company.reader', 'GetLRAContact/1')).body).toMatchObject({
      contactId: 1,
      name: 'Financial Contact',
    })
    expect(await rows('select 1 from property_contact where lead_referral_agency')).toHaveLength(1)
    expect((await update({ contactId: 9999, name: 'X' })).status).toBe(404)
    expect((await update({ contactId: 0 })).status).toBe(400)
    expect((await ask('company.admin', 'POST', 'UpdateLRAContact/1', { name: 'X' })).status).toBe(403)
    expect((await write('POST', 'UpdateLRAContact/9999', { name: 'X' })).status).toBe(404)
  })
})

describe('users assigned to properties', () => {
  test('C10 administrators assign users once and unassign them by path or query', async () => {
    const make = (body: object, persona = 'agency.admin') => ask(persona, 'POST', 'CreateUserProjects', body)
    const untie = (call: string, persona = 'agency.admin') =>
      ask(persona, 'DELETE', `DeleteUserProject${call}`)
    const reply = await make({ UserId: 7, ProjectIds: [1, 2, 2, 4] })
    const ties = reply.body as { userPropertyId: number; propertyId: number; isMain: boolean }[]
    expect(ties.map((tie) => tie.propertyId)).toEqual([1, 2, 4, 5])
    expect((await make({ userId: 7, projectIds: [1] })).body).toEqual(ties)
    expect((await get('other.user', 'GetProjectNumber/1')).status).toBe(200)
    expect(field(await make({ userId: 9999, projectIds: [1] }))).toBe('userId')
    expect(field(await make({ userId: 7, projectIds: [1, 9999] }))).toBe('propertyIds.1')
    expect((await make({ userId: 7, projectIds: [] })).status).toBe(400)
    for (const persona of ['agency.write', 'agency.manager', 'company.admin'])
      for (const isMain of [true, false])
        expect((await make({ userId: 7, projectIds: [3], isMain }, persona)).status).toBe(403)
    const [first, second] = ties
    expect((await untie(`/${first?.userPropertyId}`, 'agency.write')).status).toBe(403)
    // LETTER-6.4: an unknown query key and two different ids are refused, and nothing is unassigned.
    expect((await untie(`?id=${second?.userPropertyId}&userId=7`)).status).toBe(400)
    expect((await untie(`/${first?.userPropertyId}?id=${second?.userPropertyId}`)).status).toBe(400)
    expect((await untie(`/${first?.userPropertyId}`)).body).toBe(true)
    expect((await untie(`?id=${second?.userPropertyId}`)).body).toBe(true)
    expect((await untie(`/${first?.userPropertyId}`)).status).toBe(404)
    expect((await get('other.user', 'GetProjectNumber/1')).status).toBe(404)
  })

  test('a change of company updates the history, and the former company’s people can no longer write', async () => {
    const change = (body: object) => write('POST', 'ChangeCompany', { propertyId: 2, ...body })
    await portal.owner.query(`update permission set write = true where user_id = 5 and property_id = 2`)
    await portal.owner.query(`update user_property set is_main = true where user_id = 5 and property_id = 2`)
    expect(field(await change({ managementCompanyId: 1, fromDate: '2026-11-01' }))).toBe(
      'managementCompanyId',
    )
    expect(field(await change({ managementCompanyId: 99, fromDate: '2026-11-01' }))).toBe(
      'managementCompanyId',
    )
    expect(field(await change({ managementCompanyId: 2, fromDate: '2012-01-01' }))).toBe('fromDate')
    expect((await change({ managementCompanyId: 2, fromDate: '2026-11-01', version: 99 })).status).toBe(409)
    expect(
      (
        await ask('company.admin', 'POST', 'ChangeCompany', {
          propertyId: 2,
          managementCompanyId: 2,
          fromDate: '2026-11-01',
        })
      ).status,
    ).toBe(403)

    expect((await change({ managementCompanyId: 2, fromDate: '2026-11-01' })).body).toMatchObject([
      { managementCompanyName: 'Test Company Two', fromDate: '2026-11-01', toDate: null },
      { managementCompanyName: 'Test Company One', fromDate: '2012-01-01', toDate: '2026-10-31' },
    ])
    expect((await get('agency.read', 'GetProjectHeaderInfo/2')).body).toMatchObject({
      managementCompanyId: 2,
    })
    expect(
      await rows('select distinct read, write from permission where user_id = 5 and property_id = 2'),
    ).toEqual([{ read: true, write: false }])
    expect(await rows('select is_main from user_property where user_id = 5 and property_id = 2')).toEqual([
      { is_main: false },
    ])
    // The former company's people no longer see the property, only the records they filed.
    expect((await get('company.writer', 'GetCompanyHistory/2')).status).toBe(404)
    expect((await get('company.admin', 'GetCompanyHistory/2')).status).toBe(404)
    const saved = await ask('company.writer', 'POST', '/api/ReplacementReserve/SaveReplacementProgress', {
      request: { propertyId: 2, description: 'Too late' },
      items: [],
    })
    expect(saved.status).toBe(404)
    // The company still runs property 1.
    expect(await rows('select write from permission where user_id = 5 and property_id = 1')).toEqual([
      { write: true },
    ])

    expect((await change({ managementCompanyId: null, fromDate: '2026-11-16' })).body).toMatchObject([
      { managementCompanyName: 'Test Company Two', toDate: '2026-11-15' },
      { managementCompanyName: 'Test Company One' },
    ])
  })

  test('CAL-23 C4 PER-18 GETs that change data also work as POST, only for administrators and not cross-site', async () => {
    for (const call of ['RemoveProjectPermissions/1', 'RemoveProjectContacs/1'])
      for (const persona of ['agency.write', 'agency.read', 'company.admin', 'global.admin'])
        expect((await get(persona, call)).status).toBe(403)
    const foreign = await portal.app.inject({
      method: 'GET',
      url: `${path}/RemoveProjectPermissions/1`,
      headers: {
        authorization: `Bearer ${await portal.tokenOf('agency.admin')}`,
        'sec-fetch-site': 'cross-site',
      },
    })
    expect(foreign.statusCode).toBe(403)
    expect(await rows('select 1 from permission where property_id = 1')).toHaveLength(2)
    expect((await get('agency.admin', 'RemoveProjectPermissions/9999')).status).toBe(404)
    expect((await get('agency.admin', 'RemoveProjectPermissions/1')).body).toEqual({ removed: 2 })
    expect((await ask('agency.admin', 'POST', 'RemoveProjectContacs/1')).body).toMatchObject({ removed: 4 })
    expect(await rows('select 1 from property_contact where property_id = 1')).toEqual([])
    expect(await rows('select 1 from contact where contact_id in (1, 2, 3)')).toHaveLength(3)
    expect((await rows('select 1 from permission where property_id <> 1')).length).toBeGreaterThan(0)
  })
})
