import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import { asSystem } from '#kernel/server/database.ts'
import { fillSlots } from '#kernel/server/module.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { withoutTaskType } from '#tests/taskSources.ts'
import type { TaskLine, ToDoLine } from '../model/shapes.ts'
import { syncTaskStatuses } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2025-02-10T15:00:00Z'))
  await portal.owner.query(`
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (1, 1, 3, 0, 2025, 1);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 1, 3, '2025-01-01', '2025-01-31', '2025-02-01', '2025-02-25', '2025-02-25')`)
  // The test uses a reserve request as the record that answers January's occupancy task.
  fillSlots([
    ...withoutTaskType(3),
    {
      taskSources: [
        {
          taskTypeId: 3,
          rows: sql`select property_id, '2025-01-31'::date, replacement_reserve_request_id, status_id,
            submitted from replacement_reserve_request`,
          path: '/ReplacementReserveList/:propertyId',
          begun: '/ReplacementReserve/:requestId/:propertyId/:year',
        },
      ],
    },
  ])
})
afterAll(() => {
  connectModules()
  return portal.close()
})

const refresh = () =>
  asSystem(portal.pool, 'test', ({ db }) => syncTaskStatuses(db, { taskTypeId: 3, propertyId: 1 }))
const task = async () =>
  ((await portal.ask('agency.write', 'GET', '/api/tasks/ByProperty/1')).body as TaskLine[])[0]!

test('domain 1.2 a task has the due state of its dates until its request is submitted, then the request’s status', async () => {
  expect(await task()).toMatchObject({ statusId: -1, dueStatus: 1, url: '/ReplacementReserveList/1' })
  const result = await portal.owner.query<{ id: number }>(
    `insert into replacement_reserve_request (property_id, reserve_account_id, status_id, created_by) values (1, 1, 1, 5)
      returning replacement_reserve_request_id as id`,
  )
  const requestId = result.rows[0]!.id
  await refresh()
  expect(await task()).toMatchObject({
    statusId: 1,
    dueStatus: 1,
    statusLabel: 'Pending',
    url: `/ReplacementReserve/${requestId}/1/2025`,
  })
  for (const [status, dueStatus, label] of [
    [2, null, 'Submitted (not reviewed)'],
    [3, 3, 'Under Review'],
    [5, 5, 'Approved'],
  ] as const) {
    await portal.owner.query('update replacement_reserve_request set status_id = $1, submitted = now()', [
      status,
    ])
    await refresh()
    expect(await task()).toMatchObject({ statusId: status, dueStatus, statusLabel: label })
  }
})

test('a task with a request cannot be marked by hand, and is open again once the request is removed', async () => {
  const { taskInstanceId } = await task()
  const marked = await portal.ask('agency.write', 'POST', '/api/tasks/Mark', {
    taskInstanceId,
    statusId: 6,
    note: 'x',
  })
  expect(marked.status).toBe(422)
  await portal.owner.query('delete from replacement_reserve_request')
  await refresh()
  expect(await task()).toMatchObject({ statusId: -1, dueStatus: 1 })
  const toDos = (await portal.ask('company.admin', 'GET', '/api/tasks/GetToDo')).body as ToDoLine[]
  expect(toDos).toMatchObject([{ kind: 'task.due', url: '/ReplacementReserveList/1' }])
})

test('two modules cannot answer the same task type, or declare the same kind of to-do', () => {
  const source = { taskTypeId: 3, rows: sql``, path: '/' }
  expect(() => connectModules([{ taskSources: [source, source] }])).toThrow('of one type')
  const toDo = { kind: 'todo', label: '', waitsFor: 'company' as const, rows: () => sql`` }
  expect(() => connectModules([{ toDos: [toDo] }])).toThrow('are called todo')
})
