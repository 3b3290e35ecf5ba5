import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { Plan, Row } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  await portal.owner.query(`insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month)
    values (91, 1, 3, 0, 2025, 1), (92, 1, 2, 2, 2025, null)`)
})
afterEach(() =>
  portal.owner.query(`delete from resyndication; delete from property_rent where property_id in (2, 5); delete from property_room_type where property_id in (2, 5);
    delete from task_instance where property_id = 1`),
)
afterAll(() => portal.close())

const API_PATH = '/api/Resyndication'
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${API_PATH}/${tail}`)
const post = (persona: string, tail: string, body: object) =>
  portal.ask(persona, 'POST', `${API_PATH}/${tail}`, body)
const expectOk = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const input = {
  oldPropertyIds: [1],
  newPropertyIds: [2],
  resyndicationType: '9% credit',
  resyndicatedDate: '2026-03-15',
}
const record = async (changed: object = {}) =>
  expectOk<Row[]>(await post('agency.write', 'CreateResyndication', { ...input, ...changed }))
const loadRents = async (property: number) =>
  (
    await portal.owner.query<{ bedrooms: number; count: number; rent: string; day: string }>(
      `select y.bedrooms, t.count, r.rent, r.effective_date::text as day from property_rent r join property_room_type t using (project_room_type_id)
        join room_type y using (room_type_id) where r.property_id = $1 order by 1`,
      [property],
    )
  ).rows.map((row) => [row.bedrooms, row.count, Number(row.rent), row.day])

describe('a resyndication', () => {
  test('CALL-RSY-01 to CALL-RSY-05: recording links properties, carries rents and ends schedules as previewed', async () => {
    expect(expectOk(await get('agency.read', 'CreateResyndicationModel'))).toMatchObject({
      oldPropertyIds: [],
      carryRents: true,
    })
    const row = expectOk<{ oldProject: object }>(await get('agency.write', 'CreateResyndicationRow/1'))
    expect(row).toMatchObject({
      oldProject: { propertyId: 1, propertyName: 'Maple Grove Apartments' },
      resyndicatedDate: '2026-06-01',
    })
    await portal.owner.query(`insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 91, 3, '2026-03-01', '2026-03-31', '2026-04-01', '2026-04-10', '2026-04-10'), (1, 91, 3, '2026-04-01', '2026-04-30', '2026-05-01', '2026-05-10', '2026-05-10')`)
    const plan = expectOk<Plan>(await post('agency.write', 'PreviewResyndication', input))
    expect(plan.ends.map((end) => end.task)).toEqual(['Budget', 'Occupancy, 1 open task goes'])
    expect(
      plan.unitTypes.map((unitType) => [unitType.propertyName, unitType.unitType, unitType.count]),
    ).toEqual([
      ['Birch Court', 'One bedroom', 12],
      ['Birch Court', 'Two bedrooms', 24],
      ['Birch Court', 'Three bedrooms', 12],
    ])
    expect(plan.carries.map((carry) => [carry.fromName, carry.unitType, carry.rent])).toEqual([
      ['Maple Grove Apartments', 'One bedroom', 560],
      ['Maple Grove Apartments', 'Two bedrooms', 665],
      ['Maple Grove Apartments', 'Three bedrooms', 760],
    ])
    expect(plan.stays.length).toBeGreaterThan(1)
    expect((await portal.owner.query('select from resyndication')).rows).toHaveLength(0)
    expect(await record({ note: 'Invented note' })).toMatchObject([
      {
        resyndicationType: '9% credit',
        resyndicatedDate: '2026-03-15',
        note: 'Invented note',
        oldProject: { propertyId: 1, agencyNumber: '12-034', lihtc: null },
        newProject: { propertyId: 2, propertyName: 'Birch Court', lihtc: '98-001, 99-002' },
      },
    ])
    expect(await loadRents(2)).toEqual([
      [1, 12, 560, '2026-03-15'],
      [2, 24, 665, '2026-03-15'],
      [3, 12, 760, '2026-03-15'],
    ])
    const schedules = await portal.owner.query(
      'select ends_on::text as day, reason from task_schedule where property_id = 1 order by 1',
    )
    expect(schedules.rows).toEqual([
      { day: '2026-03-31', reason: 'Resyndicated as Birch Court on 03/15/2026.' },
      { day: '2026-12-31', reason: 'Resyndicated as Birch Court on 03/15/2026.' },
    ])
    const tasks = await portal.owner.query(
      'select period_start::text as day from task_instance where task_schedule_id = 91',
    )
    expect(tasks.rows).toEqual([{ day: '2026-03-01' }])
    const loadInfo = async (id: number) =>
      expectOk<object>(await portal.ask('agency.read', 'GET', `/api/projects/GetProjectHeaderInfo/${id}`))
    expect([await loadInfo(1), await loadInfo(2)]).toMatchObject([
      { resyndicatedTo: 1, resyndicatedFrom: 0 },
      { resyndicatedTo: 0, resyndicatedFrom: 1 },
    ])
  })

  test('CAL-21: every property of a chain has the same history; true and 1 return the newest', async () => {
    await record()
    await record({
      oldPropertyIds: [2],
      newPropertyIds: [4],
      resyndicatedDate: '2026-04-01',
      carryRents: false,
    })
    const loadHistory = async (id: number, latest: string) =>
      expectOk<Row[]>(await get('agency.read', `GetResyndicationHistoryByProperty/${id}/${latest}`)).map(
        (item) => item.newProject.propertyId,
      )
    for (const id of [1, 2, 4]) expect(await loadHistory(id, 'false')).toEqual([4, 2])
    expect([await loadHistory(1, 'true'), await loadHistory(1, '1'), await loadHistory(5, '0')]).toEqual([
      [4],
      [4],
      [],
    ])
    const loop = await post('agency.write', 'CreateResyndication', {
      ...input,
      oldPropertyIds: [4],
      newPropertyIds: [1],
      resyndicatedDate: '2026-05-01',
    })
    expect([loop.status, (loop.body as { fields: object }).fields]).toEqual([
      422,
      { newPropertyIds: ['Dogwood Manor came from Maple Grove Apartments itself.'] },
    ])
    // A company sees only links whose properties are both its own.
    expect(
      expectOk<{ chain: Row[] }>(await get('company.admin', 'GetResyndicationInfo/1')).chain.map(
        (item) => item.newProject.propertyId,
      ),
    ).toEqual([2])
    expect((await get('other.user', 'GetResyndicationInfo/1')).status).toBe(404)
    expect((await post('company.admin', 'CreateResyndication', input)).status).toBe(403)
  })

  test('a split carries rents by unit type; a merge sets the rent that brings the same total', async () => {
    await portal.owner.query(
      'insert into property_room_type (property_id, room_type_id, count) values (2, 3, 10), (5, 3, 8), (5, 4, 2)',
    )
    await record({ newPropertyIds: [2, 5], resyndicationType: 'Split' })
    expect([await loadRents(2), await loadRents(5)]).toEqual([
      [[2, 10, 665, '2026-03-15']],
      [
        [2, 8, 665, '2026-03-15'],
        [3, 2, 760, '2026-03-15'],
      ],
    ])
    await portal.owner.query(
      'delete from resyndication; delete from property_rent where property_id in (2, 5); delete from property_room_type where property_id in (2, 5)',
    )
    await record({ oldPropertyIds: [1, 4], newPropertyIds: [5], resyndicationType: 'Merge' })
    expect((await loadRents(5)).find(([bedrooms]) => bedrooms === 2)).toEqual([2, 84, 690, '2026-03-15'])
  })

  test('a merge adds up the units of each program (6 + 9 of HOME) and retains potential rent', async () => {
    await portal.owner.query(`insert into property_rent (property_id, project_room_type_id, rent, effective_date, rent_type_id, units)
      values (1, 2, 600, '2025-01-01', 8, 6), (4, 4, 620, '2025-01-01', 8, 9)`)
    const loadRentsInForce = async (propertyIds: number[]) =>
      (
        await portal.owner.query<{ program: string | null; units: number; potential: number }>(
          `select t.name as program, sum(e.units)::integer as units, sum(e.units * e.rent)::float as potential
          from rent_in_force('2026-03-15') e left join rent_type t using (rent_type_id) join room_type y using (room_type_id)
          where e.property_id = any ($1) and y.bedrooms = 2 group by 1 order by 1`,
          [propertyIds],
        )
      ).rows
    const before = await loadRentsInForce([1, 4])
    await record({ oldPropertyIds: [1, 4], newPropertyIds: [5], resyndicationType: 'Merge' })
    expect(before.find(({ program }) => program === 'HOME Low')).toMatchObject({ units: 15, potential: 9180 })
    const after = await loadRentsInForce([5])
    expect(after.map(({ program, units }) => [program, units])).toEqual(
      before.map((item) => [item.program, item.units]),
    )
    // Rents are whole cents, so rounding may change the total by half a cent for each unit.
    for (const [index, { potential, units }] of after.entries())
      expect(Math.abs(potential - before[index]!.potential)).toBeLessThanOrEqual(units * 0.005)
    await portal.owner.query('delete from property_rent where rent_type_id = 8')
  })

  test('the generic calls record, correct and remove a resyndication by the same rules', async () => {
    const linkInput = {
      oldPropertyId: 1,
      newPropertyId: 2,
      resyndicationType: '9% credit',
      resyndicatedDate: '2026-03-15',
    }
    const early = await portal.ask('agency.write', 'POST', API_PATH, {
      ...linkInput,
      resyndicatedDate: '2001-01-01',
    })
    expect(early.status).toBe(422)
    const created = expectOk<{ resyndicationId: number }>(
      await portal.ask('agency.write', 'POST', API_PATH, linkInput),
    )
    const { resyndicationId } = created
    const change = (body: object) => portal.ask('agency.write', 'PUT', API_PATH, { resyndicationId, ...body })
    expect(
      expectOk(await change({ resyndicatedDate: '2026-03-20', resyndicationType: '4% credit' })),
    ).toMatchObject({
      resyndicatedDate: '2026-03-20',
    })
    expect((await change({ newPropertyId: 4 })).status).toBe(400)
    expect((await change({ resyndicatedDate: '2027-01-01' })).status).toBe(422)
    expect(expectOk(await portal.ask('agency.write', 'DELETE', `${API_PATH}/${resyndicationId}`))).toBe(true)
    const kinds = expectOk<{ name: string }[]>(
      await portal.ask('company.reader', 'GET', '/api/ResyndicationType'),
    )
    expect(kinds.map((kind) => kind.name)).toContain('Split')
  })
})
