import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#kernel/model/call.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { leaveTaskTypeOut } from '#tests/taskSources.ts'
import type { getTask } from '../model/calls.ts'
import { describeFiling } from '../model/filing.ts'
import type { TaskLine, ToDoLine } from '../model/shapes.ts'
import { nightlyTasks } from './job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (5, 1, 'AFS', true, true)`,
  )
})
afterAll(() => portal.close())

/** Sets the time to 3 in the morning at the agency on the day, and runs the nightly job that is then due. */
const runNight = async (day: string) => {
  portal.setNow(new Date(`${day}T09:00:00Z`))
  await runDue(portal.pool, portal.services, nightlyTasks)
}
const get = (persona: string, url: string) => portal.ask(persona, 'GET', url)
const getLines = (reply: Reply): TaskLine[] => reply.body as TaskLine[]
const loadTasks = async (propertyId: number, persona = 'agency.read') =>
  getLines(await get(persona, `/api/tasks/ByProperty/${propertyId}`))
const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)

type Payload = Record<string, unknown>
const buildMonthlySchedule = (propertyId: number, more: Payload = {}): Payload => ({
  propertyId,
  taskTypeId: 3,
  frequency: 0,
  startYear: 2025,
  startMonth: 3,
  enabled: true,
  ...more,
})
const addSchedule = (payload: Payload, persona = 'agency.write') =>
  portal.ask(persona, 'POST', '/api/TaskSchedule', payload)

describe('schedules', () => {
  test('VAL-15 a schedule that ends before it starts is refused with its field, and nothing is stored', async () => {
    const reply = await addSchedule(buildMonthlySchedule(properties.a, { endYear: 2025, endMonth: 2 }))
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      fields: { endYear: ['End year: The end cannot be before the start.'] },
    })
    expect((await get('agency.read', `/api/TaskSchedule/GetByProjectId/${properties.a}`)).body).toEqual([])
  })

  test('VAL-15 each missing or invalid field of a schedule is a fault of its own', async () => {
    expect(getFields(await addSchedule(buildMonthlySchedule(properties.a, { startMonth: null })))).toEqual([
      'startMonth',
    ])
    expect(getFields(await addSchedule(buildMonthlySchedule(properties.a, { startMonth: 13 })))).toEqual([
      'startMonth',
    ])
    expect(getFields(await addSchedule(buildMonthlySchedule(properties.a, { taskTypeId: 1 })))).toEqual([
      'frequency',
    ])
    expect(getFields(await addSchedule(buildMonthlySchedule(properties.a, { endYear: 2027 })))).toEqual([
      'endMonth',
    ])
    expect(getFields(await addSchedule(buildMonthlySchedule(properties.a, { enabled: false })))).toEqual([
      'reason',
    ])
  })

  test('ST-03 SHP-05 only agency writers may add a schedule, and an overlapping one is refused', async () => {
    expect((await addSchedule(buildMonthlySchedule(properties.a), 'company.admin')).status).toBe(403)
    expect((await addSchedule(buildMonthlySchedule(properties.a), 'agency.read')).status).toBe(403)
    const reply = await addSchedule({ ...buildMonthlySchedule(properties.a), StartQuarter_QuarterId: 2 })
    expect(reply.body).toMatchObject({
      startsOn: '2025-03-01',
      endsOn: null,
      startQuarterQuarterId: null,
      version: 1,
    })
    const again = await addSchedule(buildMonthlySchedule(properties.a, { startYear: 2027 }))
    expect(again.status).toBe(422)
    expect(getFields(again)).toEqual(['startYear'])
  })

  test('of two overlapping schedules sent at the same time, one is stored', async () => {
    const both = await Promise.all([
      addSchedule(buildMonthlySchedule(properties.d)),
      addSchedule(buildMonthlySchedule(properties.d, { startYear: 2024 }), 'agency.admin'),
    ])
    expect(both.map((reply) => reply.status).filter((status) => status === 200)).toHaveLength(1)
    await portal.owner.query('delete from task_schedule where property_id = $1', [properties.d])
  })
})

describe('the nightly job', () => {
  test('domain 3.3: the task of April 2025 is pending until Monday, May 12, as the 10th is a Saturday, then overdue', async () => {
    await runNight('2025-05-11')
    const april = async () =>
      (await loadTasks(properties.a)).find((line) => line.periodLabel === 'April 2025')
    expect(await april()).toMatchObject({
      taskName: 'Occupancy',
      dueDate: '2025-05-12',
      dueStatus: 1,
      statusId: -1,
      statusLabel: 'Pending',
    })
    portal.setNow(new Date('2025-05-12T22:00:00Z'))
    expect(await april()).toMatchObject({ dueStatus: 1 })
    portal.setNow(new Date('2025-05-13T15:00:00Z'))
    expect(await april()).toMatchObject({ dueStatus: 2, statusLabel: 'Overdue', daysLate: 1 })
  })

  test('future tasks are listed as not due, and repeated or concurrent runs add none', async () => {
    const before = await loadTasks(properties.a)
    expect(before.map((line) => line.periodLabel)).toEqual([
      'March 2025',
      'April 2025',
      'May 2025',
      'June 2025',
    ])
    expect(before.at(-1)).toMatchObject({ dueStatus: 0, statusLabel: 'Not Due' })
    await Promise.all([runNight('2025-05-13'), runNight('2025-05-13')])
    await runNight('2025-05-12')
    expect((await loadTasks(properties.a)).map((line) => line.taskInstanceId)).toEqual(
      before.map((line) => line.taskInstanceId),
    )
  })

  test('a new holiday moves untouched future tasks, but not tasks that are already due', async () => {
    await portal.owner.query(
      `insert into holiday (holiday_date, name) values ('2025-06-10', 'Test'), ('2025-05-12', 'Test')`,
    )
    await runNight('2025-05-14')
    const due = (await loadTasks(properties.a)).map((line) => line.dueDate)
    expect(due).toEqual(['2025-04-10', '2025-05-12', '2025-06-11', '2025-07-10'])
  })

  test('disabling a schedule removes only its untouched future tasks, and the agency can mark a task', async () => {
    const [march, , may] = await loadTasks(properties.a)
    const mark = (payload: Payload) => portal.ask('agency.write', 'POST', '/api/tasks/Mark', payload)
    expect(getFields(await mark({ taskInstanceId: may!.taskInstanceId, statusId: 2 }))).toEqual(['note'])
    const marked = await mark({ taskInstanceId: may!.taskInstanceId, statusId: 2, note: 'Came by post' })
    expect(marked.body).toMatchObject({
      statusId: 2,
      dueStatus: null,
      statusLabel: 'Submitted (not reviewed)',
    })
    const { submitted } = marked.body as TaskLine
    expect(submitted).not.toBeNull()
    portal.setNow(new Date('2025-05-16T15:00:00Z'))
    const reply = await mark({ taskInstanceId: may!.taskInstanceId, statusId: 5, note: 'Checked' })
    expect(reply.body).toMatchObject({ statusId: 5, submitted })
    expect(
      (await mark({ taskInstanceId: march!.taskInstanceId, statusId: 5, note: 'On paper', version: 99 }))
        .status,
    ).toBe(409)
    const [schedule] = (await get('agency.read', `/api/TaskSchedule/GetByProjectId/${properties.a}`))
      .body as Payload[]
    const disabled = { ...schedule, enabled: false, reason: 'Files on paper' }
    expect((await portal.ask('agency.write', 'PUT', '/api/TaskSchedule', disabled)).status).toBe(200)
    expect((await loadTasks(properties.a)).map((line) => line.periodLabel)).toEqual([
      'March 2025',
      'April 2025',
      'May 2025',
    ])
    const removal = await portal.ask(
      'agency.write',
      'DELETE',
      `/api/TaskSchedule/${schedule!.taskScheduleId}`,
    )
    expect(removal.status).toBe(422)
  })

  test('ENT small properties owe no tasks unless the agency requires it', async () => {
    await addSchedule(buildMonthlySchedule(properties.c, { startYear: 2025, startMonth: 5 }))
    await portal.owner.query('update property set decontrol_status = 1 where property_id = $1', [
      properties.c,
    ])
    await runNight('2025-06-01')
    expect(await loadTasks(properties.c)).toEqual([])
    const required = { propertyId: properties.c, moduleId: 3, required: true, reason: 'Asked by the owner' }
    const reply = await portal.ask('agency.write', 'POST', '/api/PropertyRequirement', required)
    await runNight('2025-06-02')
    expect((await loadTasks(properties.c)).length).toBeGreaterThan(0)
    await portal.ask('agency.write', 'PUT', '/api/PropertyRequirement', {
      ...(reply.body as Payload),
      required: false,
    })
    expect(await loadTasks(properties.c)).toEqual([])
  })

  test('releasing a property, or changing its fiscal year, removes its untouched future tasks', async () => {
    await addSchedule({
      propertyId: properties.b,
      taskTypeId: 1,
      frequency: 2,
      startYear: 2025,
      enabled: true,
    })
    await runNight('2025-11-20')
    expect(await loadTasks(properties.b)).toMatchObject([{ periodLabel: '2025', dueDate: '2026-03-31' }])
    await portal.owner.query('update property set fiscal_year_end_month = 11 where property_id = $1', [
      properties.b,
    ])
    await runNight('2025-11-21')
    expect(await loadTasks(properties.b)).toMatchObject([
      { periodLabel: 'year to 11/30/2025', dueDate: '2026-03-02' },
    ])
    await portal.owner.query('update property set status_id = 1 where property_id = $1', [properties.b])
    await runNight('2025-11-22')
    expect(await loadTasks(properties.b)).toEqual([])
    await portal.owner.query(
      'update property set status_id = 0, fiscal_year_end_month = 12 where property_id = $1',
      [properties.b],
    )
    await runNight('2025-11-23')
  })
})

test('the agency’s history shows all changes of schedules, and all changes of tasks that a person marked', async () => {
  const lines = (await get('agency.read', `/api/tasks/GetHistory/${properties.a}`)).body as HistoryLine[]
  expect(lines.map((line) => `${line.userName} ${line.action} ${line.tableName}`)).toEqual([
    'Agency Write update task_schedule',
    'Agency Write update task_instance',
    'Agency Write update task_instance',
    'null update task_instance',
    'Agency Write insert task_schedule',
  ])
  expect(lines[0]?.changes).toMatchObject({ enabled: [true, false], reason: [null, 'Files on paper'] })
  expect((await get('company.admin', `/api/tasks/GetHistory/${properties.a}`)).status).toBe(403)
})

describe('visibility of tasks', () => {
  test('PER-12 PER-14 only people with a task’s permission at the property see it', async () => {
    const kinds = async (persona: string) =>
      new Set(
        getLines(await get(persona, '/api/tasks/ByUser')).map(
          (line) => `${line.taskName} ${line.propertyId}`,
        ),
      )
    expect(await kinds('agency.read')).toEqual(new Set(['Occupancy 1', 'AFS 2']))
    expect(await kinds('company.admin')).toEqual(new Set(['Occupancy 1', 'AFS 2']))
    expect(await kinds('company.writer')).toEqual(new Set(['Occupancy 1']))
    expect(await kinds('company.reader')).toEqual(new Set())
    expect(await kinds('other.user')).toEqual(new Set())
    expect((await get('other.user', `/api/tasks/ByProperty/${properties.a}`)).status).toBe(404)
    expect(
      (await get('company.writer', `/api/tasks/ByProperty?propertyId=${properties.a}`)).body,
    ).toHaveLength(3)
    expect((await get('company.writer', '/api/tasks/ByProperty')).status).toBe(400)
  })

  test('CALL-TSK-03 tasks are filtered by the first letter of the property', async () => {
    const names = async (letter: string) =>
      getLines(await get('agency.read', `/api/tasks/ByUserAlphaNumeric?letter=${letter}`)).map(
        (line) => line.propertyName,
      )
    expect(new Set(await names('m'))).toEqual(new Set(['Maple Grove Apartments']))
    expect(await names('%23')).toEqual([])
    expect((await names('')).length).toBeGreaterThan(2)
  })

  test('CALL-TSK-04 the dashboard counts by type, property and month, and warns of a year without holidays', async () => {
    const dashboard = (await get('agency.read', '/api/tasks/GetMultipleDashboard')).body as Record<
      string,
      Payload[]
    >
    expect(dashboard.byType).toMatchObject([
      { label: 'AFS', notDue: 1, pending: 0, overdue: 0 },
      { label: 'Occupancy', overdue: 2, done: 1 },
    ])
    expect(dashboard.byProperty).toMatchObject([
      { propertyName: 'Birch Court' },
      { overdue: 2, oldestDue: '2025-04-10' },
    ])
    expect(dashboard.warnings).toEqual([])
    await portal.owner.query('delete from holiday where holiday_date >= $1', ['2026-01-01'])
    const warned = (await get('agency.read', '/api/tasks/GetMultipleDashboard')).body as {
      warnings: string[]
    }
    expect(warned.warnings).toEqual([
      'No holidays are entered for 2026: due dates of that year skip weekends alone.',
    ])
    expect((await get('other.user', '/api/tasks/GetMultipleDashboard')).body).toMatchObject({
      byType: [],
      warnings: [],
    })
  })

  test('CALL-TSK-06 the call answers the number of the caller’s monitored properties', async () => {
    expect((await get('company.writer', '/api/tasks/GetPropertiesCount')).body).toBe(2)
    expect((await get('agency.read', '/api/tasks/GetPropertiesCount')).body).toBe(5)
  })
})

describe('to-dos', () => {
  const toDos = async (persona: string, url = '/api/tasks/GetToDo') =>
    (await get(persona, url)).body as ToDoLine[]

  test('domain 3.4 due tasks are to-dos of the company; the agency sees them at a property, not in its own list', async () => {
    leaveTaskTypeOut(3)
    const due = await toDos('company.writer')
    expect(due).toMatchObject([
      { title: 'Occupancy, March 2025', dueStatus: 2, dueDate: '2025-04-10', act: 'How to file' },
      { kind: 'task.outside', dueDate: '2025-05-12', propertyName: 'Maple Grove Apartments' },
    ])
    // A task that no module takes opens its own screen, and only people with the permission see it.
    const march = due[0]!
    const loadTask = (persona: string) => get(persona, march.url.replace(/.*[/]task/, '/api/tasks/GetTask'))
    const task = (await loadTask('company.writer')).body as Answer<typeof getTask>
    expect(task).toMatchObject({
      taskName: 'Occupancy',
      periodLabel: 'March 2025',
      filedHere: false,
      url: march.url,
    })
    expect(describeFiling(task, task.today)[1]).toMatch('Occupancy is filed outside the portal')
    expect((await loadTask('other.user')).status).toBe(404)
    const toDoKinds = (await toDos('agency.write')).map(({ kind }) => kind)
    expect(toDoKinds).toEqual(['managementFee.maxima'])
    expect(await toDos('agency.write', '/api/tasks/GetToDoProperty/1')).toHaveLength(2)
    const ofCompany = (id: number) => toDos('company.admin', `/api/tasks/GetToDoManagementCompany/${id}`)
    expect([(await ofCompany(1)).length, (await ofCompany(2)).length]).toEqual([2, 0])
    expect((await get('other.user', '/api/tasks/GetToDoProperty/1')).status).toBe(404)
  })

  test('a to-do labels its month, quarter or year in the same way as the task', async () => {
    await portal.owner.query(`insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      select property_id, task_schedule_id, task_type_id, s::date, e::date, '2025-01-01', '2025-01-02', '2025-01-02' from task_schedule,
        (values ('2020-02-01', '2020-02-29'), ('2020-07-01', '2020-09-30'), ('2020-01-01', '2020-12-31'), ('2020-07-01', '2021-06-30')) p (s, e)
      where property_id = 1`)
    const titles = (await toDos('company.admin', '/api/tasks/GetToDoProperty/1')).map((line) => line.title)
    const open = (await loadTasks(1, 'company.admin')).filter((line) => line.dueStatus === 2)
    expect(titles.toSorted()).toEqual(open.map((line) => `${line.taskName}, ${line.periodLabel}`).toSorted())
    expect(titles).toContain('Occupancy, year to 06/30/2021')
    await portal.owner.query(`delete from task_instance where due_date = '2025-01-02'`)
  })

  test('CALL-TSK-09 CALL-TSK-10 ENT-06 written to-dos are found by type (0 means 2013) and by item', async () => {
    const add = (path: string, payload: Payload) => portal.ask('agency.write', 'POST', path, payload)
    expect((await add('/api/ToDo', { propertyId: 1, type: 0, title: '' })).status).toBe(400)
    await add('/api/ToDo', { propertyId: 1, type: 0, title: 'Enter the 2013 record', done: false })
    await add('/api/ItemToDo', { propertyId: 1, type: 1, item: 7, title: 'Sign it', done: false })
    expect((await get('company.reader', '/api/ToDo/ByType/0')).body).toMatchObject([
      { title: 'Enter the 2013 record' },
    ])
    expect((await get('other.user', '/api/ToDo/ByType/0')).body).toEqual([])
    expect((await get('company.reader', '/api/ItemToDo/type/1/item/7')).body).toMatchObject([
      { title: 'Sign it' },
    ])
    expect((await get('company.reader', '/api/ItemToDo/type/2/item/7')).body).toEqual([])
    const kinds = (await toDos('company.admin')).map((line) => line.kind)
    expect(kinds).toEqual(expect.arrayContaining(['todo', 'todo.item']))
    expect(await toDos('company.reader'), 'whoever only reads is not waited for').toEqual([])
  })
})
