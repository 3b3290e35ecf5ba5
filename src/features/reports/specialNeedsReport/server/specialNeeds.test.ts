import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

const today = '2026-07-15'
const [VETERANS, HOMELESS] = ['Veterans', 'Homeless']
type SetAside = { propertyId: number; population: string; units: number }
const setAsides: SetAside[] = [
  { propertyId: 1, population: VETERANS, units: 5 },
  { propertyId: 1, population: HOMELESS, units: 3 },
  { propertyId: 2, population: VETERANS, units: 2 },
  { propertyId: 4, population: VETERANS, units: 6 },
]
/**
 * The households at Maple Grove and Dogwood Manor at the end of May. The older month of April differs.
 */
const mayHouseholds = [
  { propertyId: 1, month: '2026-05-01', population: VETERANS, referred: 4, others: 0 },
  { propertyId: 1, month: '2026-05-01', population: HOMELESS, referred: 0, others: 1 },
  { propertyId: 4, month: '2026-05-01', population: VETERANS, referred: 5, others: 2 },
]
const aprilHouseholds = [{ propertyId: 1, month: '2026-04-01', population: VETERANS, referred: 1, others: 4 }]
/** The holds: of units vacated before and after the end of May, and of one that is rented by now. */
const holds = [
  {
    propertyId: 1,
    population: VETERANS,
    unit: '101',
    vacatedOn: '2026-05-20',
    holdUntil: '2026-06-19',
    referredOn: null,
    filledOn: null,
  },
  {
    propertyId: 1,
    population: HOMELESS,
    unit: '102',
    vacatedOn: '2026-07-01',
    holdUntil: '2026-07-31',
    referredOn: null,
    filledOn: null,
  },
  {
    propertyId: 1,
    population: HOMELESS,
    unit: '103',
    vacatedOn: '2026-04-01',
    holdUntil: '2026-05-01',
    referredOn: null,
    filledOn: '2026-04-20',
  },
  {
    propertyId: 2,
    population: VETERANS,
    unit: '104',
    vacatedOn: '2026-06-01',
    holdUntil: '2026-07-01',
    referredOn: '2026-06-10',
    filledOn: null,
  },
]

let portal: Portal
const { page, list } = createReportClient(() => portal)

async function seedMonth(entries: typeof mayHouseholds): Promise<void> {
  for (const [propertyId, rows] of Map.groupBy(entries, (item) => item.propertyId))
    await portal.owner.query(
      `with month as (insert into project_occupancy (property_id, period_date, units, status_id, submitted) values ($1, $2, 48, 2, now()) returning project_occupancy_id)
        insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, special_needs_count, special_needs_details)
          select project_occupancy_id, $1, null, 48, 8, $3 from month`,
      [
        propertyId,
        rows[0]?.month,
        JSON.stringify(rows.map(({ population, referred, others }) => ({ population, referred, others }))),
      ],
    )
}

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date(`${today}T15:00:00Z`))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false), (7, 4, 'Occupancy', true, true),
      (5, 1, 'Compliance_Forms', true, true), (7, 4, 'Compliance_Forms', true, true)`,
  )
  for (const { propertyId, population, units } of setAsides)
    await portal.owner.query(
      'insert into special_needs_set_aside (property_id, population, units) values ($1, $2, $3)',
      [propertyId, population, units],
    )
  await seedMonth(aprilHouseholds)
  await seedMonth(mayHouseholds)
  for (const { propertyId, population, unit, vacatedOn, holdUntil, referredOn, filledOn } of holds)
    await portal.owner.query(
      `insert into special_needs_hold (property_id, population, unit, vacated_on, hold_until, referred_on, filled_on, filled_with)
        values ($1, $2, $3, $4, $5, $6, $7, case when $7::date is not null then 'Referred household' end)`,
      [propertyId, population, unit, vacatedOn, holdUntil, referredOn, filledOn],
    )
  await portal.owner.query(`
    insert into housing_priority_certification (property_id, year, lra_name, lra_agreement_ends, lra_closed_on, status_id, submitted) values
      (1, 2024, 'Older Agency', '2026-12-31', null, 5, '2025-03-01'), (1, 2025, 'Boone Referrals', '2026-08-14', null, 2, '2026-03-01'),
      (1, 2026, 'Not filed yet', null, null, 1, null), (4, 2025, 'City Referrals', '2026-07-05', null, 5, '2026-03-01');
    insert into contact (contact_id, name, company, phone, email, active) overriding system value values
      (91, 'Ruth Example', 'Boone Referrals Inc.', '5735550100', 'ruth@referrals.example', true), (92, 'Only Contact', 'Birch Referrals', null, null, true);
    insert into property_contact (property_id, contact_id, contact_type_id, lead_referral_agency) values (1, 91, 4, true), (2, 92, 4, true);
    insert into lra_contact_change (property_id, contact_id, name, changed_at) values (1, 91, 'Ruth Example', '2026-02-03T12:00:00Z'), (1, null, 'Before Her', '2025-02-03T12:00:00Z')`)
})
afterAll(() => portal.close())

const countDaysSince = (from: string) => (Date.parse(today) - Date.parse(from)) / 86_400_000
const openHolds = holds.filter((hold) => hold.filledOn === null)

/**
 * Computes the expected vacant units of a property: the month's vacant units without a hold, and every open
 * hold.
 */
function countVacant(propertyId: number): number {
  const unnamed = setAsides
    .filter((setAside) => setAside.propertyId === propertyId)
    .map(({ population, units }) => {
      const filterRows = <T extends { propertyId: number; population: string }>(rows: T[]) =>
        rows.filter((row) => row.propertyId === propertyId && row.population === population)
      if (!mayHouseholds.some((item) => item.propertyId === propertyId)) return 0
      const occupiedCount = filterRows(mayHouseholds).reduce(
        (sum, item) => sum + item.referred + item.others,
        0,
      )
      const count = filterRows(openHolds).filter((item) => item.vacatedOn <= '2026-05-31').length
      return Math.max(0, Math.max(0, units - occupiedCount) - count)
    })
  return (
    unnamed.reduce((sum, number) => sum + number, 0) +
    openHolds.filter((item) => item.propertyId === propertyId).length
  )
}

describe('RPT-08 special needs', () => {
  test('domain 17.3: the report counts committed, filled, vacant and held units, and the details list the vacant ones', async () => {
    const { rows, totals, groups } = await page('agency.read', 'SpecialNeedsOccupancy', {
      propertyStatus: 0,
      groupBy: 'managementCompany',
    })
    expect(rows).toMatchObject([
      {
        property: 'Birch Court',
        committed: 2,
        month: null,
        filled: null,
        filledPct: null,
        vacant: 1,
        onHold: 1,
        holdEnded: 0,
        oldestVacantDays: countDaysSince('2026-06-01'),
        lra: 'Birch Referrals',
      },
      {
        property: 'Dogwood Manor',
        committed: 6,
        filled: 5,
        filledOther: 2,
        filledPct: 83.33,
        vacant: 0,
        onHold: 0,
        lra: 'City Referrals',
      },
      {
        property: 'Maple Grove Apartments',
        committed: 8,
        month: '2026-05-01',
        filled: 4,
        filledOther: 1,
        filledPct: 50,
        vacant: countVacant(1),
        onHold: 1,
        holdEnded: 1,
        oldestVacantDays: countDaysSince('2026-05-20'),
        lra: 'Boone Referrals',
      },
    ])
    expect(countVacant(1)).toBe(4)
    expect(totals).toMatchObject({
      committed: 16,
      filled: 9,
      filledOther: 3,
      filledPct: Number(((9 / 14) * 100).toFixed(2)),
      vacant: 5,
      onHold: 2,
      holdEnded: 1,
    })
    expect(groups.map((group) => [group.name, group.totals.committed, group.totals.vacant])).toEqual([
      ['Test Company One', 10, 5],
      ['Test Company Two', 6, 0],
    ])
    for (const propertyId of [1, 2, 4]) {
      const behind = await page('agency.read', 'SpecialNeedsVacancyDetails', { projectId: propertyId })
      expect(behind.totals.units ?? 0).toBe(countVacant(propertyId))
    }
  })

  test('details name units on hold, count other vacant units, and can be filtered by population and ended holds', async () => {
    const { rows, groups } = await page('company.writer', 'SpecialNeedsVacancyDetails', {
      projectId: 1,
      groupBy: 'state',
    })
    expect(rows.map((row) => [row.population, row.unit, row.units, row.state, row.daysVacant])).toEqual([
      [VETERANS, '101', 1, 'Hold has ended', countDaysSince('2026-05-20')],
      [HOMELESS, '102', 1, 'Held', countDaysSince('2026-07-01')],
      [HOMELESS, null, 2, 'Vacant, no hold', null],
    ])
    expect(groups.map(({ name, totals }) => [name, totals.units])).toEqual([
      ['Held', 1],
      ['Hold has ended', 1],
      ['Vacant, no hold', 2],
    ])
    const veterans = await page('company.writer', 'SpecialNeedsOccupancy', {
      population: VETERANS,
      projectId: 1,
    })
    expect(veterans.rows).toMatchObject([{ committed: 5, filled: 4, filledPct: 80, vacant: 1, holdEnded: 1 }])
    expect(
      (await list('company.writer', 'SpecialNeedsVacancyDetails', { exceptionsOnly: true })).map(
        (row) => row.unit,
      ),
    ).toEqual(['101'])
  })

  test('a company sees its own properties, and the referral agency only with the right to read certifications', async () => {
    expect(
      (await list('other.user', 'SpecialNeedsOccupancy')).map((row) => [row.propertyId, row.lra]),
    ).toEqual([[4, 'City Referrals']])
    expect(
      (await list('company.reader', 'SpecialNeedsOccupancy')).map((row) => [row.propertyId, row.lra]),
    ).toEqual([[1, null]])
    expect(await list('other.user', 'SpecialNeedsVacancyDetails')).toEqual([])
  })

  test('the filters of the report’s screen have the choices of both parts', async () => {
    const { body } = await portal.ask('agency.read', 'GET', '/api/reporting/GetFilterBlockDefaults/8')
    expect(body).toMatchObject({
      defaults: { propertyStatus: 0 },
      options: {
        lra: [{ value: 'Birch Referrals' }, { value: 'Boone Referrals' }, { value: 'City Referrals' }],
      },
    })
  })
})

describe('RPT-14 lead referral agencies', () => {
  test('the agency comes from the newest filed certification, or else from the contact', async () => {
    const { rows, totals } = await page('agency.read', 'CurrentLRAContacts', { propertyStatus: 0 })
    expect(rows).toMatchObject([
      {
        property: 'Birch Court',
        lra: 'Birch Referrals',
        contact: 'Only Contact',
        agreementEnd: null,
        daysLeft: null,
        updated: null,
        certifiedYear: null,
      },
      {
        property: 'Dogwood Manor',
        lra: 'City Referrals',
        contact: null,
        agreementEnd: '2026-07-05',
        daysLeft: -10,
        certifiedYear: 2025,
      },
      {
        property: 'Maple Grove Apartments',
        lra: 'Boone Referrals',
        contact: 'Ruth Example',
        phone: '5735550100',
        email: 'ruth@referrals.example',
        agreementEnd: '2026-08-14',
        daysLeft: 30,
      },
    ])
    expect(String(rows[2]?.updated)).toContain('2026-02-03')
    expect(totals).toEqual({ daysLeft: -10 })
    const ending = await list('agency.read', 'CurrentLRAContacts', { endsWithin: 30 })
    expect(ending.map((row) => row.propertyId)).toEqual([4, 1])
    expect(await list('agency.read', 'CurrentLRAContacts', { lra: 'Boone Referrals' })).toHaveLength(1)
    expect(
      (await list('agency.read', 'CurrentLRAContacts', { exceptionsOnly: true })).map(
        (row) => row.propertyId,
      ),
    ).toEqual([4])
  })

  test('a company sees its own properties, and people without the permission see none', async () => {
    expect((await list('company.writer', 'CurrentLRAContacts')).map((row) => row.propertyId)).toEqual([1])
    expect((await list('other.user', 'CurrentLRAContacts')).map((row) => row.propertyId)).toEqual([4])
    expect((await portal.ask('company.reader', 'POST', '/api/reporting/CurrentLRAContacts', {})).status).toBe(
      403,
    )
  })
})
