import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { addDays, agencyDay } from '#kernel/model/dates.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { ListedProperty, RowResult, Sheet } from '../model/calls.ts'
import type { MonthDetail } from '../model/occupancies.ts'
import { occupancyNight } from './night.ts'

/** The ids of the users company.writer and company.reader. */
const WRITER = 5
const READER = 6

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write)
      values (${WRITER}, 1, 'Occupancy', true, true), (${READER}, 1, 'Occupancy', true, false)`,
  )
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.owner.query(`delete from project_occupancy; delete from outbox;
    delete from task_instance where task_type_id = ${TaskType.Occupancy};
    delete from task_schedule where task_type_id = ${TaskType.Occupancy};
    insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month)
      select property_id, ${TaskType.Occupancy}, 0, 2026, 1 from (values (1), (2), (4)) p (property_id);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      select s.property_id, s.task_schedule_id, ${TaskType.Occupancy}, m::date, (m + interval '1 month - 1 day')::date, (m + interval '1 month')::date, m::date + 40, m::date + 40
      from task_schedule s cross join generate_series('2026-03-01'::date, '2026-06-01', interval '1 month') m
      where s.task_type_id = ${TaskType.Occupancy}`),
)

const ask = (persona: string, method: 'GET' | 'POST', tail: string, body?: unknown) =>
  portal.ask(persona, method, `/api/ProjectOccupancy/${tail}`, body as object)
async function readBody<T>(reply: Promise<{ status: number; body: unknown }>): Promise<T> {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}
const loadSheet = (month = '2026-06-01', persona = 'company.writer') =>
  readBody<Sheet>(ask(persona, 'GET', `GetWorksheet/0?month=${month}`))
const save = (rows: object[], persona = 'company.writer') =>
  readBody<RowResult[]>(ask(persona, 'POST', 'SaveOccupancy', rows))
const submit = (rows: object[], persona = 'company.writer') =>
  readBody<RowResult[]>(ask(persona, 'POST', 'SubmitReady', { rows }))
const loadDetail = (id: number, propertyId = 1) =>
  readBody<MonthDetail>(ask('company.writer', 'GET', `GetOccupancy/${propertyId}/${id}`))

/** Returns the counts of a unit type. */
const buildCounts = (
  projectRoomTypeId: number | null,
  vacantCount: number,
  offLineCount = 0,
  more: object = {},
) => ({
  projectRoomTypeId,
  vacantCount,
  offLineCount,
  moveIns: 0,
  waitingList: 2,
  ...more,
})
/**
 * Returns a month of Maple Grove (12 one-bedroom, 24 two-bedroom and 12 three-bedroom units) with the vacant
 * units of each type.
 */
const buildGroveMonth = (periodDate: string, vacant: [number, number, number], more: object = {}) => ({
  propertyId: 1,
  periodDate,
  rooms: [buildCounts(1, vacant[0]), buildCounts(2, vacant[1]), buildCounts(3, vacant[2])],
  ...more,
})

describe('OCC the worksheet', () => {
  test('CALL-OCC-02, 04: one request saves all properties that a person reports for, each as its own record', async () => {
    const empty = await loadSheet()
    expect(empty.rows.map((row) => [row.propertyName, row.statusId, row.canEdit])).toEqual([
      ['Birch Court', -1, true],
      ['Maple Grove Apartments', -1, true],
    ])
    expect(empty.rows[1]?.rooms.map((room) => [room.name, room.units, room.vacantCount])).toEqual([
      ['One bedroom', 12, null],
      ['Two bedrooms', 24, null],
      ['Three bedrooms', 12, null],
    ])
    // Birch Court has no unit types, so all its units are in one line.
    expect(empty.rows[0]?.rooms).toMatchObject([{ projectRoomTypeId: null, name: 'All units', units: 20 }])
    const outcomes = await save([
      buildGroveMonth('2026-06-17', [0, 3, 0]),
      { propertyId: 2, periodDate: '2026-06-01', rooms: [buildCounts(null, 1)] },
    ])
    expect(
      outcomes.map((outcome) => [outcome.propertyId, outcome.periodDate, outcome.statusId, outcome.refused]),
    ).toEqual([
      [1, '2026-06-01', 1, null],
      [2, '2026-06-01', 1, null],
    ])
    const months = await readBody<ListedProperty[]>(
      ask('company.writer', 'GET', 'GetByUserId/0?month=2026-06-01'),
    )
    expect(months.map((item) => [item.propertyName, item.units, item.vacantUnits, item.occupancy])).toEqual([
      ['Birch Court', 20, 1, 95],
      ['Maple Grove Apartments', 48, 3, 93.75],
    ])
    const ofProperty = await readBody<{ projectOccupancyId: number; occupancy: number }[]>(
      ask('company.writer', 'GET', 'GetByProjectId/1'),
    )
    expect(ofProperty).toMatchObject([
      { projectOccupancyId: outcomes[0]!.projectOccupancyId, occupancy: 93.75 },
    ])
  })

  test('a conflict in one property does not prevent the others from being saved, and says who changed it first', async () => {
    const [first, second] = await save([
      buildGroveMonth('2026-06-01', [0, 3, 0]),
      { propertyId: 2, periodDate: '2026-06-01', rooms: [buildCounts(null, 1)] },
    ])
    const [colleague] = await save(
      [
        {
          ...buildGroveMonth('2026-06-01', [0, 4, 0]),
          projectOccupancyId: first!.projectOccupancyId,
          version: first!.version,
        },
      ],
      'company.admin',
    )
    expect(colleague).toMatchObject({ refused: null, version: first!.version + 1 })
    const outcomes = await save([
      {
        ...buildGroveMonth('2026-06-01', [0, 5, 0]),
        projectOccupancyId: first!.projectOccupancyId,
        version: first!.version,
      },
      {
        propertyId: 2,
        periodDate: '2026-06-01',
        projectOccupancyId: second!.projectOccupancyId,
        version: second!.version,
        comments: 'Painted.',
      },
    ])
    expect(outcomes[0]?.refused).toMatch(/changed this month on/)
    expect(outcomes[1]).toMatchObject({ refused: null, version: second!.version + 1 })
    expect((await loadDetail(first!.projectOccupancyId)).vacantUnits).toBe(4)
    expect((await loadDetail(second!.projectOccupancyId, 2)).comments).toBe('Painted.')
  })

  test('saving again with the same client key updates one month, and another key for that month is a conflict', async () => {
    const clientKey = crypto.randomUUID()
    const [first] = await save([buildGroveMonth('2026-06-01', [0, 3, 0], { clientKey })])
    const [repeatedSave] = await save([buildGroveMonth('2026-06-01', [0, 2, 0], { clientKey })])
    expect(repeatedSave).toMatchObject({ refused: null, projectOccupancyId: first!.projectOccupancyId })
    const [other] = await save(
      [buildGroveMonth('2026-06-01', [0, 9, 0], { clientKey: crypto.randomUUID() })],
      'company.admin',
    )
    expect(other?.refused).toMatch(/changed this month/)
  })

  test('users who may only read, or who belong to another company, cannot save a month', async () => {
    expect(
      (await ask('company.reader', 'POST', 'SaveOccupancy', [buildGroveMonth('2026-06-01', [0, 0, 0])]))
        .status,
    ).toBe(403)
    const [otherCompany] = await save([{ propertyId: 4, periodDate: '2026-06-01', rooms: [] }])
    expect(otherCompany?.refused).toContain('cannot be entered')
    const result = await portal.owner.query('select count(*)::integer as count from project_occupancy')
    expect(result.rows[0].count).toBe(0)
    expect((await ask('company.writer', 'GET', 'GetWorksheet/2')).status).toBe(404)
    expect((await ask('agency.read', 'GET', 'GetWorksheet/5')).status).toBe(200)
  })

  test('SubmitReady submits complete months, reports the missing entries of others, and sends one mail for all', async () => {
    const [mapleGrove, birch] = await save([
      buildGroveMonth('2026-06-01', [0, 3, 0]),
      { propertyId: 2, periodDate: '2026-06-01', rooms: [{ projectRoomTypeId: null, vacantCount: 1 }] },
    ])
    const outcomes = await submit([
      { projectOccupancyId: mapleGrove!.projectOccupancyId, version: mapleGrove!.version },
      { projectOccupancyId: birch!.projectOccupancyId },
    ])
    expect(outcomes[0]).toMatchObject({ refused: null, statusId: 2 })
    expect(outcomes[1]?.refused).toContain('All units, moved in: *Field is required; 0 where there is none.')
    const mails = await portal.owner.query(`select event, subject from outbox`)
    expect(mails.rows).toEqual([
      { event: 'occupancy.received', subject: 'Occupancy of June 2026 received: 1 property' },
    ])
    const task = await portal.owner.query(
      `select status_id, request_id from task_instance where property_id = 1 and period_start = '2026-06-01'`,
    )
    expect(task.rows).toEqual([{ status_id: 2, request_id: mapleGrove!.projectOccupancyId }])
  })
})

describe('OCC a month', () => {
  const findFaults = (reply: { body: unknown }) =>
    Object.values((reply.body as { fields: Record<string, string[]> }).fields).flat()

  test('OCC-1, OCC-2: submitting is refused for blank counts and for more vacant units than units', async () => {
    const [saved] = await save([
      {
        propertyId: 1,
        periodDate: '2026-06-01',
        rooms: [buildCounts(1, 9, 4, { noticeCount: 0 }), { projectRoomTypeId: 2, vacantCount: 0 }],
      },
    ])
    const reply = await ask('company.writer', 'POST', `Submit/${saved!.projectOccupancyId}`, {})
    expect(reply.status).toBe(422)
    expect(findFaults(reply)).toContain('One bedroom: 13 vacant of 12 units cannot be.')
    expect(findFaults(reply)).toContain('Two bedrooms, moved in: *Field is required; 0 where there is none.')
  })

  test('OCC-3: an explanation is required below 85 percent, but not at 85 percent or in lease-up', async () => {
    const [saved] = await save([buildGroveMonth('2026-06-01', [2, 6, 0])])
    const reply = await ask('company.writer', 'POST', `Submit/${saved!.projectOccupancyId}`, {})
    expect(findFaults(reply)).toEqual(
      ['Why', 'Steps taken', 'Inquiries', 'Applications'].map(
        (label) => `${label}: *Field is required below 85%.`,
      ),
    )
    const [atThreshold] = await save([
      { propertyId: 2, periodDate: '2026-06-01', rooms: [buildCounts(null, 3)] },
    ])
    expect((await submit([{ projectOccupancyId: atThreshold!.projectOccupancyId }]))[0]?.refused).toBeNull()
    await portal.owner.query(`update property set service_date = '2026-01-15' where property_id = 1`)
    // During lease-up no explanation is required.
    expect(await loadDetail(saved!.projectOccupancyId)).toMatchObject({
      explains: false,
      exempt: 'In lease-up until 01/15/2027: nothing is explained.',
    })
    await portal.owner.query(`update property set service_date = '2008-11-20' where property_id = 1`)
    const explanation = {
      whyBelow: 'A plant closed.',
      stepsTaken: 'One month free.',
      inquiries: 14,
      applications: 0,
    }
    await save([
      {
        propertyId: 1,
        periodDate: '2026-06-01',
        projectOccupancyId: saved!.projectOccupancyId,
        ...explanation,
      },
    ])
    expect((await submit([{ projectOccupancyId: saved!.projectOccupancyId }]))[0]).toMatchObject({
      refused: null,
      statusId: 2,
    })
  })

  test('OCC-4: vacant units must agree with the month before or be explained in comments, and consecutive low months are counted', async () => {
    const answers = { whyBelow: 'w', stepsTaken: 's', inquiries: 1, applications: 1, comments: 'first' }
    const [april, may] = await save([
      buildGroveMonth('2026-04-01', [4, 4, 0], answers),
      buildGroveMonth('2026-05-01', [4, 5, 0], answers),
    ])
    await submit([
      { projectOccupancyId: april!.projectOccupancyId },
      { projectOccupancyId: may!.projectOccupancyId },
    ])
    const [june] = await save([buildGroveMonth('2026-06-01', [4, 6, 0], { ...answers, comments: null })])
    const reply = await ask('company.writer', 'POST', `Submit/${june!.projectOccupancyId}`, {})
    expect(findFaults(reply)).toEqual([
      '1 unit too many: 9 were vacant at the end of May 2026, 0 moved out and 0 moved in, which makes 9, not 10. Correct it, or explain it in the comments.',
    ])
    expect(await loadDetail(june!.projectOccupancyId)).toMatchObject({
      belowBefore: 2,
      missing: ['2026-03-01'],
      last: { vacantUnits: 9 },
    })
    const [corrected] = await save([
      buildGroveMonth('2026-06-01', [4, 6, 0], {
        projectOccupancyId: june!.projectOccupancyId,
        rooms: [{ projectRoomTypeId: 2, moveOuts: { job: 1 } }],
      }),
    ])
    expect((await submit([{ projectOccupancyId: corrected!.projectOccupancyId }]))[0]?.refused).toBeNull()
  })

  test('OCC-4: all 48 consecutive months below the threshold are counted', async () => {
    await portal.owner.query(`insert into project_occupancy (property_id, period_date, units, vacant_units, off_line_units, status_id)
      select 1, m, 48, 10, 10, 5 from generate_series(date '2022-06-01', '2026-05-01', interval '1 month') m`)
    const [june] = await save([buildGroveMonth('2026-06-01', [4, 6, 0])])
    expect((await loadDetail(june!.projectOccupancyId)).belowBefore).toBe(48)
  })

  test('CALL-OCC-03, 05, 06, domain 39: a month can be recalled until the nightly job accepts it, and the agency can return it afterwards', async () => {
    const [saved] = await save([buildGroveMonth('2026-06-01', [0, 3, 0])])
    const id = saved!.projectOccupancyId
    expect((await ask('company.writer', 'GET', `GetOccupancy/2/${id}`)).status).toBe(404)
    expect((await ask('company.writer', 'GET', `GetOccupancy/1/0?month=2026-05-09`)).body).toMatchObject({
      periodDate: '2026-05-01',
      projectOccupancyId: 0,
    })
    await readBody(ask('company.writer', 'POST', `Submit/${id}`, {}))
    expect(await readBody(ask('company.writer', 'POST', `UnSubmit/${id}`, {}))).toMatchObject({ statusId: 1 })
    await readBody(ask('company.writer', 'POST', `Submit/${id}`, {}))
    const runNight = () => runDue(portal.pool, portal.services, occupancyNight)
    await runNight()
    expect((await loadDetail(id)).statusId).toBe(2)
    const { acceptsOn, submitted, reSubmitted } = await loadDetail(id)
    expect(acceptsOn).toBe(addDays(agencyDay(reSubmitted ?? submitted ?? ''), 5))
    await portal.owner.query(
      `update project_occupancy set submitted = now() - interval '6 days', re_submitted = now() - interval '6 days'; delete from job_run`,
    )
    await runNight()
    expect(await loadDetail(id)).toMatchObject({ statusId: 5, statusLabel: 'Accepted' })
    expect((await ask('company.writer', 'POST', `UnSubmit/${id}`, {})).status).toBe(409)
    expect(
      await readBody(ask('agency.write', 'POST', `UnSubmit/${id}`, { reason: 'Count again.' })),
    ).toMatchObject({
      statusId: 1,
      decided: null,
      returnReason: 'Count again.',
    })
    const task = await portal.owner.query(
      `select status_id from task_instance where property_id = 1 and period_start = '2026-06-01'`,
    )
    expect(task.rows).toEqual([{ status_id: 1 }])
  })

  test('domain 22: one submitted month leaves the other eleven listed as missing in the fee use of a property', async () => {
    const [saved] = await save([buildGroveMonth('2026-06-01', [0, 3, 0])])
    await submit([{ projectOccupancyId: saved!.projectOccupancyId }])
    const reply = await portal.ask('agency.read', 'GET', '/api/ManagementFeeMax/GetFeeUse/2026?propertyId=1')
    const { rows } = reply.body as { rows: { missing: string[] }[] }
    expect(rows[0]!.missing).toContain('occupancy of 11 months of 2026')
  })

  test('a row of one unit type without an id is stored in the draft of its month', async () => {
    const [draft] = await save([buildGroveMonth('2026-06-01', [0, 3, 0])])
    const [outcome] = await save([
      { projectOccupancyId: 0, projectRoomTypeId: 1, periodDate: '2026-06-01', vacantCount: 2 },
    ])
    expect(outcome).toMatchObject({ projectOccupancyId: draft!.projectOccupancyId, refused: null })
    const { rooms } = await loadDetail(draft!.projectOccupancyId)
    expect(rooms.map(({ vacantCount }) => vacantCount)).toEqual([2, 3, 0])
    const [second] = await save([buildGroveMonth('2026-06-01', [1, 1, 1])])
    expect(second?.refused).toMatch(/^June 2026 of this property is OC-\d+ already\.$/)
  })

  test('as long as an earlier month is missing, a new month can be started, even if the latest month is filed', async () => {
    portal.setNow(new Date('2026-07-05T15:00:00Z'))
    onTestFinished(() => portal.setNow(null))
    const askMayBegin = () => ask('company.writer', 'POST', 'MayBegin', { propertyId: 1 })
    const [saved] = await save([buildGroveMonth('2026-06-01', [0, 3, 0])])
    await submit([{ projectOccupancyId: saved!.projectOccupancyId }])
    expect((await askMayBegin()).body).toMatchObject({ allowed: true })
    const newMonth = await readBody<MonthDetail>(ask('company.writer', 'GET', 'GetOccupancy/1/0'))
    expect(newMonth.periodDate < '2026-06-01').toBe(true)
    expect((await loadSheet()).rows.find(({ propertyId }) => propertyId === 1)?.missing).toContain(
      newMonth.periodDate,
    )
  })
})
