import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNotReported } from '#features/compliance/occupancy/model/index.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

let portal: Portal
const { page } = createReportClient(() => portal)

/**
 * October 2026: property 1 submitted its month, 2 has a draft, 4 submitted without a vacant-unit count, and 5
 * has no record. All four must report.
 */
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-20T15:00:00Z'))
  await portal.owner.query(`
    delete from task_instance; delete from task_schedule; delete from project_occupancy; update property set status_id = 0;
    insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month)
      select property_id, 3, 2, 2020, 1 from property where property_id in (1, 2, 4, 5);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open,
        original_due_date, due_date)
      select property_id, task_schedule_id, 3, '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-10', '2026-11-10'
      from task_schedule;
    insert into project_occupancy (property_id, period_date, units, vacant_units, status_id, created_by) values
      (1, '2026-10-01', 48, 3, 2, 5), (2, '2026-10-01', 24, 1, 1, 5), (4, '2026-10-01', 0, null, 2, 5)`)
})
afterAll(() => portal.close())

test('RPT-5 the report and the occupancy worksheet count the same properties as not reported: two of four', async () => {
  const query = { asOf: '2026-10-01', groupBy: 'region', numMonths: 12, propertyStatus: 0 }
  const { totals } = await page('agency.read', 'Occupancy', query)
  const { body } = await portal.ask(
    'agency.read',
    'GET',
    '/api/ProjectOccupancy/GetWorksheet/0?month=2026-10-01',
  )
  const { rows } = body as { rows: { dueDate: string | null; statusId: number }[] }
  expect(rows).toHaveLength(4)
  expect([totals.notReported, rows.filter(isNotReported).length]).toEqual([2, 2])
})
