import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2025-11-23T15:00:00Z'))
  await portal.owner.query(`
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true);
    update property set decontrol_status = 1 where property_id = 3;
    insert into property_requirement (property_id, module_id, required, reason) values (3, 3, false, 'Asked by the owner');
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (1, 1, 3, 0, 2025, 3);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 1, 3, '2025-03-01', '2025-03-31', '2025-04-01', '2025-04-10', '2025-04-10')`)
})
afterAll(() => portal.close())

type Payload = Record<string, unknown>
const get = (persona: string, url: string) => portal.ask(persona, 'GET', url)
const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)

describe('requirements and activity', () => {
  const allow = async (persona: string, propertyId: number, moduleId: number) =>
    (
      await get(
        persona,
        `/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/${propertyId}/${moduleId}`,
      )
    ).body

  test('4.5 WhereFiled lists exactly the properties at which the module is allowed', async () => {
    const listPropertyIds = async (persona: string, moduleId: number) =>
      (
        (await get(persona, `/api/PropertyRequirement/WhereFiled/${moduleId}`)).body as {
          propertyId: number
        }[]
      )
        .map((item) => item.propertyId)
        .sort((number, other) => number - other)
    for (const [persona, moduleId] of [
      ['company.writer', 3],
      ['company.writer', 2],
      ['agency.write', 1],
      ['other.user', 9],
    ] as const) {
      const all = (await portal.owner.query('select property_id as id from property order by 1')).rows as {
        id: number
      }[]
      const allowed: number[] = []
      for (const { id } of all) {
        const answer = (await allow(persona, id, moduleId)) as { allowed?: boolean }
        if (answer.allowed) allowed.push(id)
      }
      expect(await listPropertyIds(persona, moduleId), `${persona} ${moduleId}`).toEqual(allowed)
    }
    expect((await get('agency.write', '/api/PropertyRequirement/WhereFiled/999')).status).toBe(404)
    // No requirement concerns changes of contacts: they are filed at every property.
    expect(await listPropertyIds('other.user', 12)).toEqual([4, 5])
  })

  test('CALL-PRQ-01 the call answers whether a module may be filed, and every reason why not', async () => {
    expect(await allow('company.writer', 1, 3)).toEqual({ allowed: true, reasons: [] })
    expect(await allow('company.writer', 1, 2)).toEqual({
      allowed: false,
      reasons: ['You have no permission to file Budget for this property.'],
    })
    expect(await allow('agency.write', 3, 1)).toEqual({
      allowed: false,
      reasons: ['Annual financial statement is filed by properties of 13 units or more; this one has 12.'],
    })
    // The same applies to extension requests, because small properties have no tasks to extend.
    expect(await allow('agency.write', 3, 14)).toMatchObject({
      reasons: ['Extension request is filed by properties of 13 units or more; this one has 12.'],
    })
    for (const [moduleId, label] of [
      [8, 'Rent increase'],
      [15, 'Operating reserve request'],
    ] as const)
      expect(await allow('agency.write', 3, moduleId)).toMatchObject({
        reasons: [`${label} is filed by properties of 13 units or more; this one has 12.`],
      })
    expect(await allow('agency.write', 1, 14)).toEqual({ allowed: true, reasons: [] })
    expect(await allow('agency.write', 3, 6)).toEqual({ allowed: true, reasons: [] })
    expect(await allow('agency.write', 3, 3)).toMatchObject({
      allowed: false,
      reasons: ['Asked by the owner'],
    })
    expect(await allow('agency.write', 1, 99)).toMatchObject({ error: 'notFound' })
    expect(await allow('other.user', 1, 3)).toMatchObject({ error: 'notFound' })
  })

  test('CALL-PRQ-02 CALL-PRQ-03 the calls answer every module of a property, as lines and as one record', async () => {
    const lines = (await get('agency.read', '/api/PropertyRequirement/GetByProjectId/3')).body as Payload[]
    expect(lines.slice(0, 8).map((line) => [line.moduleName, line.required])).toEqual([
      ['AFS', false],
      ['Budget', false],
      ['Occupancy', false],
      ['Utility allowance', false],
      ['TCAP', false],
      ['Exhibit', true],
      ['Exhibit Z', true],
      ['Rent increase', false],
    ])
    // These are the modules without tasks.
    expect(lines.slice(8).map((line) => [line.moduleName, line.required])).toEqual(
      expect.arrayContaining([
        ['Replacement reserve request', true],
        ['Extension request', false],
        ['Suspension request', true],
      ]),
    )
    // A requirement, a task and /api/Module use the same numbers for modules.
    const modules = (await get('agency.read', '/api/Module')).body as { id: number; name: string }[]
    expect(modules.slice(0, 8)).toEqual(
      lines.slice(0, 8).map((line) => ({ id: line.moduleId, name: line.moduleName })),
    )
    expect(modules.map((module) => module.id)).toEqual(
      expect.arrayContaining(lines.map((line) => line.moduleId)),
    )
    expect(new Set(modules.map((module) => module.id)).size).toBe(modules.length)
    expect(modules).toContainEqual({ id: 9, name: 'Replacement_Reserve' })
    expect(
      (await get('agency.read', '/api/PropertyRequirement/GetSingleItemByProjectId/1')).body,
    ).toMatchObject({
      propertyId: 1,
      afs: true,
      exhibitZ: true,
    })
  })

  test('CALL-ACT-01 the next expected period is the oldest open month, or else the last month in operation', async () => {
    const expected = async (propertyId: number) =>
      (await get('company.admin', `/api/ActivityPeriod/GetExpectedActivityPeriod/${propertyId}`)).body
    expect(await expected(1)).toMatchObject({ year: 2025, month: 3, dueDate: '2025-04-10' })
    expect(await expected(2)).toBeNull()
    const wrong = { propertyId: 2, startDate: '2025-01-01', endDate: '2024-01-01' }
    expect(getFields(await portal.ask('agency.write', 'POST', '/api/ActivityPeriod', wrong))).toEqual([
      'endDate',
    ])
    await portal.ask('agency.write', 'POST', '/api/ActivityPeriod', { ...wrong, endDate: null })
    expect(await expected(2)).toMatchObject({ year: 2025, month: 10, dueDate: null })
  })
})
