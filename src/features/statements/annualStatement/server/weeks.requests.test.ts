import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { statementFiling, statementPeople } from '#tests/statementFiling.ts'

let portal: Portal
const { ask, of: readReply, save } = statementFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-06-01T15:00:00Z'))
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())

test('domain 48.5: after a year of 52 weeks the next one is also offered as weeks and has twelve months', async () => {
  await portal.owner.query(`insert into annual_statement (property_id, year, period_start, period_end, status_id)
    values (1, 2023, '2023-01-02', '2023-12-31', 5), (1, 2024, '2024-01-01', '2024-12-29', 5)`)
  const offered = await readReply(ask('company.writer', 'GET', 'AFS/GetByYear/1/2025'))
  expect(offered).toMatchObject({ periodStart: '2024-12-30', periodEnd: '2025-12-28', months: 12 })
  const { afsId } = await readReply(save({ propertyId: 1, year: 2025 }))
  const saved = await readReply(ask('company.writer', 'GET', `AFS/GetRequest/${afsId}`))
  expect(saved).toMatchObject({ year: 2025, months: 12, periodEnd: '2025-12-28' })
  const months = await portal.owner.query('select distinct months from annual_statement')
  expect(months.rows).toEqual([{ months: 12 }])
})

test('domain 48.5: economic occupancy counts twelve months for a year of weeks', async () => {
  await portal.owner.query(`insert into annual_statement (property_id, year, period_start, period_end, status_id)
    values (2, 2024, '2023-12-31', '2025-01-04', 5);
    insert into annual_statement_line (afs_id, property_id, code, position, amount) select afs_id, 2, '5120', 0, 1000 from annual_statement where property_id = 2;
    insert into project_occupancy (property_id, period_date, units, vacant_units, status_id)
      select 2, make_date(2023, 12, 1) + make_interval(months => m), 10, 1, 2 from generate_series(0, 13) m
      on conflict do nothing`)
  const { body } = await portal.ask('agency.read', 'GET', '/api/reporting/EconomicOccupancy/Page?year=2024')
  const rows = (body as { rows: { propertyId: number; unitMonths: number | null }[] }).rows
  expect(rows.find(({ propertyId }) => propertyId === 2)).toMatchObject({ unitMonths: 120 })
})
