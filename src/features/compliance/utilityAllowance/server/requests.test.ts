import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { rentFigures } from '#tests/rentFiling.ts'
import type { AllowanceDetail } from '../model/allowances.ts'
import type { ListedProperty } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
  await portal.owner.query(`
    delete from property_rent where property_id = 1;
    insert into property_rent (property_id, project_room_type_id, rent_type_id, rent, utility_allowance, effective_date) values
      (1, 1, 5, 560, 40, '2025-01-01'), (1, 2, 5, 1090, 92, '2025-01-01'), (1, 3, 5, 760, 120, '2025-01-01');
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Utility_Allowance', true, true), (6, 1, 'Utility_Allowance', true, false),
      (7, 4, 'Utility_Allowance', true, true);
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_quarter_quarter_id) values (1, 1, 4, 1, 2026, 2)`)
})
beforeEach(async () => {
  portal.setNow(new Date('2026-11-20T15:00:00Z'))
  await portal.owner.query(`
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date) values
      (1, 1, 4, '2026-04-01', '2026-06-30', '2026-07-01', '2026-07-31', '2026-07-31'),
      (1, 1, 4, '2026-07-01', '2026-09-30', '2026-10-01', '2026-11-02', '2026-11-02')`)
})
afterEach(() =>
  portal.owner.query('truncate utility_allowance, utility_allowance_line, task_instance, outbox cascade'),
)
afterAll(() => portal.close())

const path = '/api/UtilityAllowance'
const post = (persona: string, tail: string, body: unknown = {}) =>
  portal.ask(persona, 'POST', `${path}/${tail}`, body)
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const expectOk = <T = AllowanceDetail>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message: string }).message]
const amounts = { 1: 40, 2: 92, 3: 120 } as Record<number, number>
const fillLines = (detail: AllowanceDetail, more: (room: number) => object = () => ({})) =>
  detail.lines.map((line) => ({
    utilityAllowanceLineId: line.utilityAllowanceLineId,
    utilityAllowanceId: detail.utilityAllowanceId,
    utilityAllowance: amounts[line.projectRoomTypeId!],
    source: 1,
    rentControllingAuthorityId: 3,
    effectiveDate: '2026-05-01',
    tenantPays: ['Electricity', 'Gas'],
    heating: 'Gas',
    ...more(line.projectRoomTypeId!),
  }))
const startDraft = async () =>
  expectOk(await post('company.writer', 'SaveProgress', { request: { propertyId: 1 } }))
async function createSubmitted(more?: (room: number) => object) {
  const draft = await startDraft()
  const saved = expectOk(await post('company.writer', 'SaveUtilityAllowance', fillLines(draft, more)))
  return expectOk(await post('company.writer', `Submit/${saved.utilityAllowanceId}`))
}
async function createApproved(more?: (room: number) => object) {
  const { utilityAllowanceId: id } = await createSubmitted(more)
  expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 3 }))
  expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 4 }))
  return expectOk(await post('agency.second', 'ChangeStatus', { id, statusId: 5 }))
}
const loadTasks = async () =>
  (
    await portal.owner.query<{ end: string; statusId: number }>(
      `select period_end::text as end, status_id as "statusId" from task_instance where task_type_id = 4 order by 1`,
    )
  ).rows.map((row) => [row.end, row.statusId])

describe('a quarter from its draft to the decision', () => {
  test('CALL-UTA-03 to CALL-UTA-06: the oldest missing quarter gets a line for each unit type, and its task has the status of the filing', async () => {
    const newQuarter = expectOk(await get('company.writer', 'GetUtilityAllowance/1/0'))
    expect(newQuarter).toMatchObject({ utilityAllowanceId: 0, year: 2026, quarter: 2, priorQuarter: null })
    expect(newQuarter.lines.map((line) => line.projectRoomTypeId)).toEqual([1, 2, 3])
    const draft = await startDraft()
    expect(draft).toMatchObject({ year: 2026, quarter: 2, statusId: 1 })
    const repeatedReply = await post('company.writer', 'SaveProgress', {
      request: { propertyId: 1, year: 2026, quarter: 2 },
    })
    expect(getMessage(repeatedReply)[1]).toBe(
      `The allowances of quarter 2 of 2026 are ${draft.requestNumber} already.`,
    )
    const refused = await post('company.writer', `Submit/${draft.utilityAllowanceId}`)
    expect(refused.status).toBe(422)
    expect(Object.keys((refused.body as { fields: object }).fields)).toContain('lines.2.utilityAllowance')
    const saved = expectOk(await post('company.writer', 'SaveUtilityAllowance', fillLines(draft)))
    expect(saved.lines.map((line) => [line.utilityAllowance, line.tenantPays])).toEqual(
      [40, 92, 120].map((amount) => [amount, ['Electricity', 'Gas']]),
    )
    const id = saved.utilityAllowanceId
    expect(expectOk(await post('company.writer', `Submit/${id}`))).toMatchObject({ statusId: 2 })
    expect(await loadTasks()).toEqual([
      ['2026-06-30', 2],
      ['2026-09-30', -1],
    ])
    expect(expectOk(await post('company.writer', `UnSubmit/${id}`))).toMatchObject({ statusId: 1 })
    expectOk(await post('company.writer', `Submit/${id}`))
    expectOk(await post('agency.write', 'Review', { id }))
    expect((await post('agency.write', 'ChangeStatus', { id, statusId: 5 })).status).toBe(403)
    expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 4 }))
    expect((await post('agency.write', 'ChangeStatus', { id, statusId: 5 })).status).toBe(403)
    expect(expectOk(await post('agency.second', 'ChangeStatus', { id, statusId: 5 }))).toMatchObject({
      statusLabel: 'Approved',
    })
    expect((await loadTasks())[0]).toEqual(['2026-06-30', 5])
    expect(expectOk<object[]>(await get('company.reader', 'GetByProjectId/1'))).toMatchObject([
      { unitTypes: 3, highest: 120 },
    ])
    expect((await get('other.user', `GetUtilityAllowance/1/${id}`)).status).toBe(404)
    expect((await get('company.writer', `GetUtilityAllowance/2/${id}`)).status).toBe(404)
    expect((await post('company.reader', 'SaveUtilityAllowance', fillLines(saved))).status).toBe(403)
  })

  test('a quarter that is not over cannot be filed, and a save with an old version answers 409', async () => {
    const early = await post('company.writer', 'SaveProgress', {
      request: { propertyId: 1, year: 2026, quarter: 4 },
    })
    expect(getMessage(early)).toEqual([
      422,
      'The allowances of quarter 4 of 2026 are filed once the quarter is over.',
    ])
    const { utilityAllowanceId, version } = await startDraft()
    const save = (comments: string) =>
      post('company.writer', 'SaveProgress', { request: { utilityAllowanceId, version, comments } })
    expect([(await save('one')).status, (await save('two')).status]).toEqual([200, 409])
  })

  test('a rejection needs a reason, and rejected allowances are not in effect', async () => {
    const { utilityAllowanceId: id } = await createSubmitted()
    expectOk(await post('agency.write', 'Review', { id }))
    expect((await post('agency.write', 'ChangeStatus', { id, statusId: 6 })).status).toBe(400)
    const reason = 'The schedule is that of another county.'
    expect(expectOk(await post('agency.write', 'ChangeStatus', { id, statusId: 6, reason }))).toMatchObject({
      statusLabel: 'Rejected',
      decisionComment: reason,
    })
    expect(expectOk<object[]>(await get('company.writer', 'GetInForce/1'))).toEqual([])
  })
})

describe('no change in one call', () => {
  test('NoChange submits the approved allowances for the next quarter, and is refused if none were approved', async () => {
    const none = await post('company.writer', 'NoChange/1', { year: 2026, quarter: 2 })
    expect(getMessage(none)[1]).toBe(
      'Quarter 2 of 2026 cannot be filed as unchanged. No allowances were approved before quarter 2 of 2026.',
    )
    await createApproved()
    const [due] = expectOk<ListedProperty[]>(await get('company.writer', 'GetByUserId/0'))
    expect(due).toMatchObject({
      propertyId: 1,
      year: 2026,
      quarter: 3,
      dueDate: '2026-11-02',
      utilityAllowanceId: null,
      mayRepeat: true,
      approved: 'One bedroom $40, Two bedrooms $92, Three bedrooms $120',
      expiresOn: '2027-05-01',
    })
    const filed = expectOk(await post('company.writer', 'NoChange/1', { year: 2026, quarter: 3 }))
    expect(filed).toMatchObject({
      statusId: 2,
      noChange: true,
      priorQuarter: 'Quarter 2 of 2026',
      neededDocuments: [],
    })
    expect(filed.lines.map((line) => line.utilityAllowance)).toEqual([40, 92, 120])
    expect(await loadTasks()).toEqual([
      ['2026-06-30', 5],
      ['2026-09-30', 2],
    ])
    expect((await post('company.writer', 'NoChange/1', { year: 2026, quarter: 3 })).status).toBe(409)
    expect((await post('company.reader', 'NoChange/1', { year: 2026, quarter: 3 })).status).toBe(403)
  })

  test('NoChange is refused for an expired allowance, and the company has a to-do about it', async () => {
    await createApproved(() => ({ effectiveDate: '2025-08-01' }))
    const refused = await post('company.writer', 'NoChange/1', { year: 2026, quarter: 3 })
    expect(getMessage(refused)[1]).toContain('expired on 08/01/2026')
    const toDos = expectOk<{ kind: string; dueDate: string; url: string }[]>(
      await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo'),
    )
    expect(toDos.find((item) => item.kind === 'utilityAllowance.expiring')).toMatchObject({
      dueDate: '2026-08-01',
      url: '/utilityAllowance/list/project/1',
    })
  })
})

describe('expired allowances', () => {
  const loadExpiringToDo = async () =>
    expectOk<{ kind: string; url: string }[]>(
      await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo'),
    ).find((item) => item.kind === 'utilityAllowance.expiring')
  const mayBegin = async () =>
    expectOk<{ allowed: boolean }>(await post('company.writer', 'MayBegin', { propertyId: 1 })).allowed

  test('the to-do exists only while the next quarter can be filed, and leads to its draft', async () => {
    await createApproved(() => ({ effectiveDate: '2025-08-01' }))
    expect([await mayBegin(), (await loadExpiringToDo())?.url]).toEqual([
      true,
      '/utilityAllowance/list/project/1',
    ])
    const { utilityAllowanceId: id } = await startDraft()
    expect((await loadExpiringToDo())?.url).toBe(`/utilityAllowance/view/1/${id}`)
    await portal.owner.query(
      'update utility_allowance set status_id = 6, decided = now() where utility_allowance_id = $1',
      [id],
    )
    await portal.owner.query('delete from task_instance where property_id = 1')
    expect([await mayBegin(), await loadExpiringToDo()]).toEqual([false, undefined])
    portal.setNow(new Date('2027-01-05T15:00:00Z'))
    expect([await mayBegin(), (await loadExpiringToDo())?.url]).toEqual([
      true,
      '/utilityAllowance/list/project/1',
    ])
  })

  test('an allowance reads Expired from the day after its last day, and one that expired earlier cannot be repeated', async () => {
    await createApproved(() => ({ effectiveDate: '2025-11-20' }))
    const load = async () => {
      const [line] = expectOk<ListedProperty[]>(await get('company.writer', 'GetByUserId/0'))
      const inForce = expectOk<{ isExpired: boolean }[]>(await get('company.writer', 'GetInForce/1'))
      return [line?.isExpired, ...inForce.map(({ isExpired }) => isExpired), line?.mayRepeat]
    }
    expect(await load()).toEqual([false, false, false, false, true])
    portal.setNow(new Date('2026-11-21T15:00:00Z'))
    expect(await load()).toEqual([true, true, true, true, true])
    await portal.owner.query(`update utility_allowance_line set effective_date = '2025-09-30'`)
    expect(await load()).toEqual([true, true, true, true, false])
  })
})

describe('documents of sources', () => {
  test('CALL-PRJ-21: the call lists unit types that need a document of their source and whether it is on file', async () => {
    const draft = await startDraft()
    const estimated = fillLines(draft, (room) => (room === 2 ? { source: 6 } : {}))
    const { utilityAllowanceId: id } = expectOk(
      await post('company.writer', 'SaveUtilityAllowance', estimated),
    )
    const required = async () =>
      expectOk<object[]>(
        await portal.ask('company.writer', 'GET', '/api/projects/RequiredNonPHAUtilityAllowances/1'),
      )
    expect(await required()).toMatchObject([
      { unitType: 'Two bedrooms', source: 'Utility company estimate', onFile: false },
    ])
    const refused = await post('company.writer', `Submit/${id}`)
    expect((refused.body as { fields: object }).fields).toEqual({
      documents: ['Attach what shows it: Utility company estimate.'],
    })
    expectOk(
      await portal.upload(
        'company.writer',
        `${path}/AddDocument/${id}`,
        { documentType: 'Utility company estimate' },
        [{ name: 'letter.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') }],
      ),
    )
    expect(await required()).toMatchObject([{ onFile: true }])
    expect(expectOk(await post('company.writer', `Submit/${id}`))).toMatchObject({ statusId: 2 })
  })
})

describe('the allowance that rents use', () => {
  test('from its effective day, an approved allowance replaces the one entered with the rent', async () => {
    await createApproved((room) => (room === 2 ? { utilityAllowance: 97, effectiveDate: '2026-06-15' } : {}))
    const on = async (day: string) =>
      (
        await portal.owner.query<{ amount: string }>(
          `select utility_allowance as amount from rent_in_force($1) where project_room_type_id = 2`,
          [day],
        )
      ).rows.map((row) => Number(row.amount))
    expect([await on('2026-06-14'), await on('2026-06-15')]).toEqual([[92], [97]])
    const { lines } = expectOk<{ lines: { projectRoomTypeId: number; utilityAllowance: number }[] }>(
      await portal.ask('company.writer', 'GET', '/api/RentIncrease/GetNewRequest/1'),
    )
    expect(lines.find((line) => line.projectRoomTypeId === 2)?.utilityAllowance).toBe(97)
  })
})

test('domain 18.4: the highest of several schedules of a unit type counts, independent of their effective days', async () => {
  await portal.owner.query(`delete from utility_allowance;
    with filed as (insert into utility_allowance (property_id, year, quarter, status_id) values (1, 2025, 4, 5), (1, 2026, 1, 5)
      returning utility_allowance_id, year)
    insert into utility_allowance_line (utility_allowance_id, property_id, project_room_type_id, schedule, utility_allowance, effective_date)
      select f.utility_allowance_id, 1, 2, l.schedule, l.amount, l.day::date from filed f join (values
        (2025, 'Towers', 99, '2025-10-01'), (2025, 'Cottages', 140, '2025-10-01'),
        (2026, 'Garden homes', 107, '2026-01-01'), (2026, 'Towers', 67, '2026-02-01'), (2026, 'Towers', 90, '2026-09-01')
      ) l (year, schedule, amount, day) using (year)`)
  const on = async (day: string) =>
    (
      await portal.owner.query<{ amount: string }>(
        'select amount from utility_allowance_on($1) where property_id = 1 and project_room_type_id = 2',
        [day],
      )
    ).rows.map(({ amount }) => Number(amount))
  // The later filing has no line for Cottages, which ends it. Towers keeps its old amount until the day of
  // its new line.
  expect(await on('2025-12-31')).toEqual([140])
  expect(await on('2026-01-15')).toEqual([107])
  expect(await on('2026-03-01')).toEqual([107])
  expect(await on('2025-09-30')).toEqual([])
})
