import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
/**
 * Inserts HUD’s figures. For two bedrooms (three persons) the 50 percent limits are 43,000 in 2025, 47,000 in
 * 2026 and 53,000 in 2027.
 */
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    insert into income_limit (county_id, fiscal_year, percent, persons, amount, effective_date)
      select 1, year, 50, n, base + 1000 * n, day::date from generate_series(1, 8) n cross join
        (values (2025, 40000, null), (2026, 44000, null), (2027, 50000, '2027-05-15')) y (year, base, day);
    insert into fair_market_rent (county_id, fiscal_year, bedrooms, amount)
      select 1, year, n, base + 100 * n from generate_series(0, 4) n cross join (values (2025, 600), (2026, 750)) y (year, base);
    update property_rent set rent_type_id = 5, utility_allowance = 50 where property_id = 1 and project_room_type_id = 2;
    update property_rent set rent_type_id = 8, utility_allowance = 50 where property_id = 4`)
})
afterAll(() => portal.close())

/** Loads the greatest gross rent of a two-bedroom unit on a day, from the rent analysis report. */
async function loadLimit(asOf: string, propertyId: number): Promise<unknown> {
  const query = `asOf=${asOf}&projectId=${propertyId}`
  const { body } = await portal.ask('agency.read', 'GET', `/api/reporting/RentAnalysis/Page?${query}`)
  const { rows } = body as { rows: { roomType: string; maxGross: number | null }[] }
  return rows.find(({ roomType }) => roomType === 'Two bedrooms')?.maxGross
}

test('income limits apply from April 1 of their fiscal year, or from their own effective date', async () => {
  expect(await loadLimit('2026-03-31', 1)).toBe(1290)
  expect(await loadLimit('2026-04-01', 1)).toBe(1410)
  expect(await loadLimit('2027-05-14', 1)).toBe(1410)
  expect(await loadLimit('2027-05-15', 1)).toBe(1590)
})

test('fair market rents apply from the October 1 before their fiscal year', async () => {
  await portal.owner.query('update property set county_id = 1 where property_id = 4')
  expect(await loadLimit('2025-09-30', 4)).toBe(800)
  expect(await loadLimit('2025-10-01', 4)).toBe(950)
})
