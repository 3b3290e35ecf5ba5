import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

let portal: Portal
const { page } = createReportClient(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(`delete from task_instance; delete from task_schedule;
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, start_month)
      select k, 1, k, 0, 2026, 1 from generate_series(1, 8) k;
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
      select 1, s.task_schedule_id, s.task_type_id, d.start, d.start + 27, '2026-04-01', d.due, d.due, d.status
      from task_schedule s, (values (date '2026-11-15', -1, date '2026-01-01'),
        ('2026-11-16', 1, '2026-02-01'), ('2026-11-01', 2, '2026-03-01')) d (due, status, start)
      where s.task_type_id in (1, 2, 3, 8) and (d.due = '2026-11-15' or s.task_type_id = 1)`)
})
afterAll(() => portal.close())

test('domain 1.2 dashboard, lists and report 15 count the same three of six tasks as overdue', async () => {
  const dashboard = (await portal.ask('agency.read', 'GET', '/api/tasks/GetMultipleDashboard')).body as {
    byType: { overdue: number }[]
    byProperty: { propertyId: number; overdue: number }[]
  }
  expect(dashboard.byType.reduce((sum, { overdue }) => sum + overdue, 0)).toBe(3)
  expect(dashboard.byProperty).toMatchObject([{ propertyId: 1, overdue: 3 }])
  const { totals } = await page('agency.read', 'ComplianceModuleSummary', {})
  expect(totals).toMatchObject({ overdue: 3 })
  const { body } = await portal.ask('agency.read', 'GET', '/api/WatchList/CreateNewModel/1')
  expect((body as { figures: unknown[] }).figures ?? []).toContainEqual(
    expect.objectContaining({ key: 'statement', value: 1 }),
  )
})
