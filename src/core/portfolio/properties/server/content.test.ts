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
const count = async (table: string, condition: string): Promise<number> =>
  (await portal.owner.query(`select 1 from ${table} where ${condition}`)).rowCount ?? 0

describe('unit types and rents', () => {
  test('gross potential rent is computed for the year and the quarter, including an increase in July', async () => {
    const rent = async (call: string) => (await get('company.reader', call)).body
    expect(await rent('GetCurrentGrossPotentialRent/1')).toBe(381_600)
    expect(await rent('GetGrossPotentialRent/1/2024/0')).toBeNull()
    expect(await rent('GetGrossPotentialRent/1/2025/1')).toBe(95_400)
    for (const [projectRoomTypeId, rent] of [
      [1, 579],
      [2, 688],
      [3, 786],
    ])
      await write('POST', '/api/PropertyRent', { projectRoomTypeId, rent, effectiveDate: '07/01/2026' })
    expect(await rent('GetGrossPotentialRent/1/2026/0')).toBe(388_152)
    expect(await rent('GetGrossPotentialRent/1/2026/2')).toBe(95_400)
    expect(await rent('GetGrossPotentialRent/1/2026/3')).toBe(98_676)
    expect(await rent('GetCurrentGrossPotentialRent/1')).toBe(394_704)
    expect((await get('agency.read', 'GetGrossPotentialRent/1/2026/5')).status).toBe(400)
  })

  test('one call answers all rents with their unit types, another only those in force today', async () => {
    await write('POST', 'PropertyRent', { projectRoomTypeId: 1, rent: 600, effectiveDate: '2027-01-01' })
    const lines = async (call: string) =>
      ((await get('company.reader', call)).body as Row[]).map((row) => [
        row.roomTypeName,
        row.count,
        row.rent,
      ])
    expect(await lines('GetProjectAllRents/1')).toHaveLength(7)
    expect(await lines('GetProjectCurrentRents/1')).toEqual([
      ['One bedroom', 12, 579],
      ['Two bedrooms', 24, 688],
      ['Three bedrooms', 12, 786],
    ])
  })

  test('units of one type can rent under several programs, and each unit counts once', async () => {
    const rent = (body: object) =>
      write('POST', 'PropertyRent', { projectRoomTypeId: 4, effectiveDate: '2026-06-01', ...body })
    const home = { rentTypeId: 8, units: 20, rent: 600 }
    expect((await rent({ ...home, units: 61 })).body).toMatchObject({ faults: [{ field: 'units' }] })
    expect((await rent({ rentTypeId: 8, rent: 600 })).body).toMatchObject({
      faults: [{ field: 'units', message: expect.stringContaining('another rent (no rent type)') }],
    })
    const replies = [await rent(home), await rent({ ...home, existingTenants: true, units: 10, rent: 590 })]
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    const lines = ((await get('agency.read', 'GetProjectCurrentRents/4')).body as Row[]).map((row) => [
      row.rentTypeName,
      row.existingTenants,
      row.unitsHeld,
      row.rent,
    ])
    expect(lines).toEqual([
      [null, false, 30, 700],
      ['HOME Low', true, 10, 590],
      ['HOME Low', false, 20, 600],
    ])
    expect((await get('agency.read', 'GetCurrentGrossPotentialRent/4')).body).toBe(
      (30 * 700 + 10 * 590 + 20 * 600) * 12,
    )
    const detail = (await get('agency.read', 'GetProjectWithInclusions/4')).body as { roomTypes: Row[] }
    expect(detail.roomTypes[0]).toMatchObject({ rent: 590, highestRent: 700 })
    // From July on this rent applies to no units, so the rent without a number of units covers them.
    const ended = await rent({ ...home, units: 0, effectiveDate: '2026-07-01' })
    expect((await get('agency.read', 'GetCurrentGrossPotentialRent/4')).body).toBe((50 * 700 + 10 * 590) * 12)
    for (const reply of [...replies, ended])
      await write('DELETE', `PropertyRent/${(reply.body as { propertyRentId: number }).propertyRentId}`)
  })

  test.each<[string, object, string | undefined, number]>([
    ['a rent below zero', { projectRoomTypeId: 4, rent: -1, effectiveDate: '2026-02-01' }, 'rent', 400],
    [
      'a negative allowance',
      { projectRoomTypeId: 4, rent: 1, utilityAllowance: -0.01, effectiveDate: '2026-02-01' },
      'utilityAllowance',
      400,
    ],
    [
      'a second rent from one day',
      { projectRoomTypeId: 4, rent: 1, effectiveDate: '2025-01-01' },
      'effectiveDate',
      422,
    ],
    [
      'another property’s unit type',
      { propertyId: 1, projectRoomTypeId: 4, rent: 1, effectiveDate: '2026-02-01' },
      'propertyId',
      400,
    ],
    ['no unit type', { propertyId: 1, rent: 1, effectiveDate: '2026-02-01' }, 'projectRoomTypeId', 400],
    ['no day', { projectRoomTypeId: 4, rent: 1 }, 'effectiveDate', 400],
    ['no rent', { projectRoomTypeId: 4, effectiveDate: '2026-02-01' }, 'rent', 400],
  ])('%s is refused', async (_, body, name, status) => {
    const reply = await write('POST', '/api/PropertyRent', body)
    expect([reply.status, field(reply)]).toEqual([status, name])
    expect(await count('property_rent', 'property_id = 4')).toBe(1)
  })

  test('C12 both paths change and remove a rent', async () => {
    const reply = await write('POST', 'PropertyRent', {
      projectRoomTypeId: 4,
      rent: '$710.50',
      effectiveDate: '2026-03-01',
    })
    const { propertyRentId } = reply.body as { propertyRentId: number }
    expect(reply.body).toMatchObject({ propertyId: 4, rent: 710.5, utilityAllowance: 0 })
    expect((await write('PUT', '/api/PropertyRent', { propertyRentId, rent: 715 })).body).toMatchObject({
      rent: 715,
    })
    expect((await write('PUT', 'PropertyRent', { propertyRentId, rent: -5 })).status).toBe(400)
    expect((await write('PUT', 'PropertyRent', { propertyRentId, projectRoomTypeId: 1 })).status).toBe(400)
    expect((await ask('company.admin', 'DELETE', `PropertyRent/${propertyRentId}`)).status).toBe(403)
    expect((await get('company.writer', `/api/PropertyRent/${propertyRentId}`)).status).toBe(404)
    expect((await write('DELETE', `PropertyRent/${propertyRentId}`)).body).toBe(true)
  })

  test('SHP-47 a unit type is accepted in the specified form and can be removed only without rents', async () => {
    const reply = await write('POST', '/api/ProjectRoomType', {
      RoomTypeId: 1,
      Count: 6,
      ProjectId: 2,
      SpecialNeedsCount: 2,
    })
    const { projectRoomTypeId } = reply.body as { projectRoomTypeId: number }
    expect(reply.body).toMatchObject({ propertyId: 2, roomTypeId: 1, count: 6, specialNeedsCount: 2 })
    expect(field(await write('PUT', '/api/ProjectRoomType', { projectRoomTypeId, count: 1 }))).toBe(
      'specialNeedsCount',
    )
    expect(field(await write('PUT', '/api/ProjectRoomType', { projectRoomTypeId, propertyId: 1 }))).toBe(
      'propertyId',
    )
    await write('POST', 'PropertyRent', { projectRoomTypeId, rent: 500, effectiveDate: '2026-01-01' })
    const refused = await write('DELETE', `/api/ProjectRoomType/${projectRoomTypeId}`)
    expect([refused.status, (refused.body as Row).message]).toEqual([
      422,
      'This unit type has 1 rent. Remove them first.',
    ])
    await portal.owner.query('delete from property_rent where project_room_type_id = $1', [projectRoomTypeId])
    expect((await write('DELETE', `/api/ProjectRoomType/${projectRoomTypeId}`)).body).toBe(true)
  })
})

describe('federal types and LIHTC numbers', () => {
  const version = async (): Promise<number> =>
    ((await get('agency.read', 'GetProjectObject/1')).body as { version: number }).version

  test('SHP-02 the set of federal types is replaced, and types that remain keep their row', async () => {
    expect((await get('company.reader', 'GetFederalTypes/1')).body).toEqual([
      { federalTypeId: 2, name: 'HOME', unitsCovered: null, endsOn: null },
      { federalTypeId: 1, name: 'LIHTC 9%', unitsCovered: null, endsOn: null },
    ])
    const before = await portal.owner.query(
      'select property_federal_type_id from property_federal_type where property_id = 1 and federal_type_id = 1',
    )
    const federalTypes = [{ federalTypeId: 1, unitsCovered: 40, endsOn: '12/31/2038' }, { federalTypeId: 3 }]
    expect((await write('PUT', 'FederalTypes/1', { federalTypes, version: await version() })).body).toEqual([
      { federalTypeId: 1, name: 'LIHTC 9%', unitsCovered: 40, endsOn: '2038-12-31' },
      { federalTypeId: 3, name: 'Rural Development 515', unitsCovered: null, endsOn: null },
    ])
    const now = await portal.owner.query(
      'select property_federal_type_id from property_federal_type where property_id = 1 and federal_type_id = 1',
    )
    expect(now.rows).toEqual(before.rows)
    expect(field(await write('PUT', 'FederalTypes/1', { federalTypes: [{ federalTypeId: 99 }] }))).toBe(
      'federalTypes.0.federalTypeId',
    )
    expect((await get('agency.read', 'IsTaxCreditOnly/1')).body).toBe(false)
    expect((await get('agency.read', 'IsTaxCreditOnly/2')).body).toBe(true)
  })

  test('LIHTC numbers are replaced in their order; a repeated number and a stale version are refused', async () => {
    const initialVersion = await version()
    expect(
      (await write('PUT', 'LihtcNumbers/1', { lihtcNumbers: ['07-1', ' 21-9 '], version: initialVersion }))
        .body,
    ).toEqual(['07-1', '21-9'])
    expect((await write('PUT', 'LihtcNumbers/1', { lihtcNumbers: ['21-9', '07-1', '30-3'] })).status).toBe(
      200,
    )
    expect((await get('agency.read', 'GetProjectHeaderInfo/1')).body).toMatchObject({ lihtC1: '21-9' })
    expect(
      (await write('PUT', 'LihtcNumbers/1', { lihtcNumbers: ['1'], version: initialVersion })).status,
    ).toBe(409)
    expect(field(await write('PUT', 'LihtcNumbers/1', { lihtcNumbers: ['1', '1 '] }))).toBe('lihtcNumbers.1')
    expect((await ask('agency.read', 'PUT', 'LihtcNumbers/1', { lihtcNumbers: [] })).status).toBe(403)
    expect((await write('PUT', 'LihtcNumbers/1', { lihtcNumbers: [] })).body).toEqual([])
  })
})

describe('comments and notes', () => {
  test('C10 comments are added, changed and removed, and only the agency sees internal ones', async () => {
    const reply = await write('POST', 'CreateProjectComment', {
      ProjectId: 1,
      Comment: 'Boiler replaced',
      InternalToAgency: true,
    })
    const { propertyCommentId } = reply.body as { propertyCommentId: number }
    expect((await get('agency.read', 'GetProjectComments/1')).body).toMatchObject([
      { comment: 'Boiler replaced', createdByName: 'Agency Write' },
    ])
    for (const persona of ['company.admin', 'company.reader', 'global.admin'])
      expect((await get(persona, 'GetProjectComments/1')).body).toEqual([])
    expect((await get('other.user', 'GetProjectComments/1')).status).toBe(404)
    await write('PUT', 'UpdateProjectComment', {
      propertyCommentId,
      comment: 'Boiler replaced in May',
      internalToAgency: false,
    })
    expect((await get('company.reader', 'GetProjectComments/1')).body).toMatchObject([
      { comment: 'Boiler replaced in May' },
    ])
    expect(
      (await ask('company.admin', 'POST', 'CreateProjectComment', { propertyId: 1, comment: 'X' })).status,
    ).toBe(403)
    expect((await write('POST', 'CreateProjectComment', { propertyId: 1, comment: '' })).status).toBe(400)
    expect((await write('DELETE', `DeleteProjectComment?id=${propertyCommentId}`)).body).toBe(true)
    expect((await write('DELETE', `DeleteProjectComment/${propertyCommentId}`)).status).toBe(404)
    expect((await write('DELETE', 'DeleteProjectComment')).status).toBe(400)
  })

  test('SHP-54 companies see the agency’s financial notes in no answer', async () => {
    const notes = 'Loan restructured quietly'
    expect((await write('POST', 'UpdateFinancialNotes', { propertyId: 1, notes })).body).toEqual({
      propertyId: 1,
      notes,
    })
    expect((await get('agency.read', 'GetFinancialNotes/1')).body).toEqual({ propertyId: 1, notes })
    for (const persona of ['company.admin', 'global.admin']) {
      expect((await get(persona, 'GetFinancialNotes/1')).status).toBe(403)
      for (const call of ['', '1', 'GetProjectObject/1', 'GetProjectWithInclusions/1', 'GetHistory/1']) {
        const reply = await get(persona, call)
        expect(reply.status).toBe(200)
        expect(JSON.stringify(reply.body)).not.toContain(notes)
      }
    }
    expect(JSON.stringify((await get('agency.read', 'GetHistory/1')).body)).toContain(notes)
  })

  test('inspections are listed with the newest first', async () => {
    await portal.owner.query(
      `insert into property_inspection (property_id, inspection_date, score, source, comment) values (1, '2019-05-01', 81.5, 'Test', null), (1, '2023-05-01', 92, 'Test', 'Good')`,
    )
    expect((await get('company.reader', 'GetProjectInspectionComments/1')).body).toMatchObject([
      { score: 92, comment: 'Good' },
      { score: 81.5 },
    ])
    expect((await get('other.user', 'GetProjectInspectionComments/1')).status).toBe(404)
  })
})

test('nearby properties are found by great-circle miles in the caller’s scope; without coordinates there are none', async () => {
  const nearby = async (persona: string, miles: number) =>
    ((await get(persona, `GetNearbyProperties/1/${miles}`)).body as Row[]).map((row) => [
      row.propertyId,
      row.distance,
    ])
  expect(await nearby('agency.read', 500)).toEqual([])
  // The three places are Columbia, one degree of latitude north of it (69.1 miles), and Saint Louis.
  await portal.owner.query(`update property set latitude = l.latitude, longitude = l.longitude
    from (values (1, 38.9517, -92.3341), (2, 39.9517, -92.3341), (4, 38.627, -90.1994)) as l(id, latitude, longitude) where property_id = l.id`)
  expect(await nearby('agency.read', 500)).toEqual([
    [2, 69.1],
    [4, 117.1],
  ])
  expect(await nearby('agency.read', 69.2)).toEqual([[2, 69.1]])
  expect(await nearby('agency.read', 69)).toEqual([])
  expect(await nearby('company.writer', 500)).toEqual([[2, 69.1]])
  expect((await get('other.user', 'GetNearbyProperties/1/10')).status).toBe(404)
  expect((await get('agency.read', 'GetNearbyProperties/1/-1')).status).toBe(400)
})
