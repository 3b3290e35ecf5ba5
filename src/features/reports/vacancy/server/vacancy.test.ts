import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

let portal: Portal
const { page } = createReportClient(() => portal)
const query = { propertyStatus: 0, asOf: '2026-10-01' }

/**
 * Maple Grove has 12 units with one bedroom, 24 with two and 12 with three. In the 40 months before October
 * 2026, only off-line units with one bedroom are vacant.
 */
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(`
    delete from property_rent where property_id = 1;
    insert into property_rent (property_id, project_room_type_id, rent, effective_date, units)
      values (1, 1, 700, '2020-01-01', null), (1, 2, 800, '2020-01-01', null), (1, 3, 900, '2020-01-01', null);
    insert into project_occupancy (property_id, period_date, units, vacant_units, off_line_units, move_ins, move_outs, waiting_list, status_id, submitted)
      select 1, m, 48, case when m = '2026-10-01' then 6 else 2 end, 2, 0, 0, 0, 2, m + interval '35 days'
      from generate_series(date '2023-06-01', '2026-10-01', '1 month') m;
    insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, vacant_count, off_line_count)
      select o.project_occupancy_id, 1, k, case k when 2 then 24 else 12 end,
        case when o.period_date = '2026-10-01' then case k when 1 then 1 when 2 then 3 else 0 end else 0 end, case k when 1 then 2 else 0 end
      from project_occupancy o, generate_series(1, 3) k where o.property_id = 1`)
})
afterAll(() => portal.close())

test('RPT-4 vacant units include off-line ones: 3 with one bedroom and 3 with two lose 4,500 a month', async () => {
  const { rows, totals } = await page('agency.read', 'Vacancy', query)
  expect(rows.map((row) => [row.bedrooms, row.units, row.vacant, row.monthlyLoss, row.monthsVacant])).toEqual(
    [
      [1, 12, 3, 2100, 41],
      [2, 24, 3, 2400, 1],
      [3, 12, 0, 0, 0],
    ],
  )
  expect(totals).toMatchObject({ units: 48, vacant: 6, monthlyLoss: 4500, vacancyPct: 12.5 })
})

test('RPT-1 grouping by bedrooms counts the same vacant units as grouping by property', async () => {
  const report = (groupBy: string) => page('agency.read', 'Occupancy', { ...query, groupBy, numMonths: 2 })
  const [sizes, properties] = [await report('bedrooms'), await report('property')]
  expect(sizes.rows.map((row) => [row.groupName, row.vacant, row.occupancy])).toEqual([
    ['1 bedroom', 3, 75],
    ['2 bedrooms', 3, 87.5],
    ['3 bedrooms', 0, 100],
  ])
  expect(sizes.totals).toMatchObject({ units: 48, vacant: 6, occupancy: 87.5 })
  expect(properties.totals).toMatchObject({ units: 48, vacant: 6, occupancy: 87.5 })
})
