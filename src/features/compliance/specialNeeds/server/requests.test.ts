import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agencyDay } from '#kernel/model/dates.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false)`,
  )
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.owner.query(
    'delete from special_needs_hold; delete from special_needs_set_aside; delete from project_occupancy',
  ),
)

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  portal.ask(persona, method, `/api/${path}`, body)
/** Returns the body of a call that stores a hold of unit 204, vacated on June 2. */
const buildHold = (fields: object = {}) => ({
  propertyId: 1,
  unit: '204',
  population: 'Veterans',
  vacatedOn: '2026-06-02',
  ...fields,
})
const findFaults = (reply: { body: unknown }) =>
  Object.values((reply.body as { fields?: Record<string, string[]> }).fields ?? {}).flat()

test('domain 17.3: only the agency can set units aside, and the minimum share is 10 percent', async () => {
  const setAside = { propertyId: 1, population: 'Veterans', units: 5, note: null }
  expect((await ask('company.writer', 'POST', 'SpecialNeedsSetAside', setAside)).status).toBe(403)
  expect((await ask('agency.write', 'POST', 'SpecialNeedsSetAside', setAside)).status).toBe(200)
  expect((await ask('company.reader', 'GET', 'SpecialNeedsSetAside/GetByProjectId/1')).body).toMatchObject({
    totalUnits: 48,
    leastPercent: 10,
    setAsides: [{ population: 'Veterans', units: 5 }],
    owed: 0,
  })
  expect((await ask('company.reader', 'GET', 'SpecialNeedsSetAside/GetByProjectId/4')).status).toBe(404)
})

test('a hold lasts thirty days from the day the unit was vacated, or from the notice once there is one, and until then only a referred household can rent the unit', async () => {
  const reply = await ask('company.writer', 'POST', 'SpecialNeedsHold', buildHold())
  expect(reply.body).toMatchObject({ holdUntil: '2026-07-02' })
  const { specialNeedsHoldId } = reply.body as { specialNeedsHoldId: number }
  const change = (fields: object) =>
    ask('company.writer', 'PUT', 'SpecialNeedsHold', { ...buildHold(fields), specialNeedsHoldId })
  expect((await change({ notifiedOn: '2026-06-05' })).body).toMatchObject({ holdUntil: '2026-07-05' })
  const early = await change({
    notifiedOn: '2026-06-05',
    filledOn: '2026-07-05',
    filledWith: 'Other household',
  })
  expect(findFaults(early)).toEqual([
    'Rented on: the unit is held for a referred household until 2026-07-05.',
  ])
  expect(findFaults(await change({ filledOn: '2026-07-06' }))).toEqual([
    'Rented to: say when and to whom, or neither.',
  ])
  // A referred household can rent the unit during the hold.
  expect(
    (await change({ notifiedOn: '2026-06-05', filledOn: '2026-06-20', filledWith: 'Referred household' }))
      .status,
  ).toBe(200)
  // Another household can rent the unit after the hold.
  expect(
    (await change({ notifiedOn: '2026-06-05', filledOn: '2026-07-06', filledWith: 'Other household' }))
      .status,
  ).toBe(200)
  expect((await ask('company.reader', 'POST', 'SpecialNeedsHold', buildHold())).status).toBe(403)
})

test('a hold is removed only before the referral agency was notified', async () => {
  const postHold = async (fields: object) =>
    (
      (await ask('company.writer', 'POST', 'SpecialNeedsHold', buildHold(fields))).body as {
        specialNeedsHoldId: number
      }
    ).specialNeedsHoldId
  const remove = async (id: number) =>
    (await ask('company.writer', 'DELETE', `SpecialNeedsHold/${id}`)).status
  expect(await remove(await postHold({}))).toBe(200)
  expect(await remove(await postHold({ notifiedOn: '2026-06-05' }))).toBe(422)
})

test('an unfilled hold whose last day has passed stays stored', async () => {
  await ask('company.writer', 'POST', 'SpecialNeedsHold', buildHold())
  const today = agencyDay(portal.services.now())
  const expiredHolds = await portal.owner.query(
    `select 1 from special_needs_hold where filled_on is null and hold_until < $1::date`,
    [today],
  )
  expect(expiredHolds.rows).toHaveLength(1)
})

test('for each unit rented to another household, one vacancy is owed to a referred household', async () => {
  await portal.owner.query(`with month as (insert into project_occupancy (property_id, period_date, units, status_id, submitted) values (1, '2026-06-01', 48, 2, now()) returning project_occupancy_id)
    insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, special_needs_count, special_needs_details)
      select project_occupancy_id, 1, 1, 12, 5, '[{"population": "Veterans", "referred": 3, "others": 1}]' from month`)
  expect((await ask('company.writer', 'GET', 'SpecialNeedsSetAside/GetByProjectId/1')).body).toMatchObject({
    month: '2026-06-01',
    referred: 3,
    owed: 1,
  })
})
