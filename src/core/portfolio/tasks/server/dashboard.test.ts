import { expect, test } from 'vitest'
import type { Answer } from '#kernel/model/call.ts'
import { openPortal } from '#tests/portal.ts'
import type { getMultipleDashboard } from '../model/calls.ts'
import { getDashboardMonths } from '../model/rules.ts'

test('the chart counts the tasks due from the first to the last day of its twelve months, and no others', async () => {
  const portal = await openPortal()
  portal.setNow(new Date('2025-05-13T15:00:00Z'))
  const days = ['2024-06-30', '2024-07-01', '2025-06-30', '2025-07-01']
  await portal.owner.query(
    `insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month) values (1, 1, 3, 0, 2024, 1)`,
  )
  await portal.owner.query(
    `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      select 1, 1, 3, d - 40, d - 10, d - 9, d, d from unnest($1::date[]) d`,
    [days],
  )
  const { body } = await portal.ask('agency.read', 'GET', '/api/tasks/GetMultipleDashboard')
  const { today, byMonth } = body as Answer<typeof getMultipleDashboard>
  expect(byMonth).toEqual([
    { month: '2024-07-01', done: 0, open: 0, overdue: 1 },
    { month: '2025-06-01', done: 0, open: 1, overdue: 0 },
  ])
  const months = getDashboardMonths(today)
  expect([months.length, months.at(0), months.at(-1)]).toEqual([12, '2024-07-01', '2025-06-01'])
  await portal.close()
})
