import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createReportClient } from '#tests/reports.ts'

/** A unit type of a month: the type, its units, and the move-outs by reason. */
type Line = [type: number | null, units: number, left: Record<string, number>]
type Month = { propertyId: number; month: string; submitted: string | null; lines: Line[] }

/**
 * Maple Grove has 48 units with one, two and three bedrooms, Birch Court 20 units of unknown type, and
 * Dogwood Manor 60 units with two bedrooms.
 */
const grove = (item: Line[2], two: Line[2], three: Line[2]): Line[] => [
  [1, 12, item],
  [2, 24, two],
  [3, 12, three],
]
const filed: Month[] = [
  { propertyId: 1, month: '2026-01-01', submitted: '2026-02-05', lines: grove({ home: 1 }, { job: 2 }, {}) },
  {
    propertyId: 1,
    month: '2026-02-01',
    submitted: '2026-03-20',
    lines: grove({}, { rent: 1, illness: 1 }, { other: 1 }),
  },
  {
    propertyId: 1,
    month: '2026-04-01',
    submitted: '2026-05-02',
    lines: grove({ job: 1 }, {}, { skipped: 2 }),
  },
  { propertyId: 2, month: '2026-01-01', submitted: '2026-02-10', lines: [[null, 20, { home: 3 }]] },
  { propertyId: 2, month: '2026-02-01', submitted: '2026-03-01', lines: [[null, 19, {}]] },
  { propertyId: 4, month: '2026-02-01', submitted: '2026-03-12', lines: [[4, 60, { job: 4, evicted: 2 }]] },
]
/** A draft month, which no report counts. */
const draft: Month = { propertyId: 2, month: '2026-03-01', submitted: null, lines: [[null, 20, { home: 7 }]] }
const names: Readonly<Record<number, string>> = {
  1: 'Maple Grove Apartments',
  2: 'Birch Court',
  4: 'Dogwood Manor',
}
const bedrooms: Readonly<Record<number, string>> = {
  1: '1 bedroom',
  2: '2 bedrooms',
  3: '3 bedrooms',
  4: '2 bedrooms',
}

let portal: Portal
const query = { propertyStatus: 0, from: '2026-01-01', to: '2026-06-01' }
const { page, list } = createReportClient(() => portal)

async function seed({ propertyId, month, submitted, lines }: Month): Promise<void> {
  const remaining = lines.flatMap(([, , one]) => Object.values(one)).reduce((sum, number) => sum + number, 0)
  const units = lines.reduce((sum, [, one]) => sum + one, 0)
  const { rows } = await portal.owner.query<{ id: number }>(
    `insert into project_occupancy (property_id, period_date, units, vacant_units, off_line_units, move_ins, move_outs, waiting_list, status_id, submitted)
      values ($1, $2, $3, 1, 0, 0, $4, 0, case when $5::timestamptz is null then 1 else 2 end, $5) returning project_occupancy_id as id`,
    [propertyId, month, units, remaining, submitted],
  )
  for (const [type, count, reasonCounts] of lines)
    await portal.owner.query(
      `insert into project_occupancy_room (project_occupancy_id, property_id, project_room_type_id, units, vacant_count, off_line_count, move_ins, move_outs)
        values ($1, $2, $3, $4, 0, 0, 0, $5)`,
      [rows[0]?.id, propertyId, type, count, reasonCounts],
    )
}

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-07-15T15:00:00Z'))
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false), (7, 4, 'Occupancy', true, true)`,
  )
  for (const month of [...filed, draft]) await seed(month)
  // Each month is due forty days after it begins. June of Birch Court is due later, and May of Dogwood Manor
  // is marked as filed.
  await portal.owner.query(`delete from task_instance where task_type_id = 3; delete from task_schedule where task_type_id = 3;
    insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month) values (1, 3, 0, 2026, 1), (2, 3, 0, 2026, 1), (4, 3, 0, 2026, 2), (5, 3, 0, 2026, 7);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      select s.property_id, s.task_schedule_id, 3, m::date, (m + interval '1 month - 1 day')::date, (m + interval '1 month')::date, m::date + 40,
        m::date + case when s.property_id = 2 and m = '2026-06-01' then 60 else 40 end
      from task_schedule s cross join generate_series('2026-02-01'::date, '2026-07-01', interval '1 month') m where s.task_type_id = 3 and s.property_id < 5;
    update task_instance set status_id = 5, submitted = '2026-07-12' where task_type_id = 3 and property_id = 4 and period_start = '2026-05-01'`)
})
afterAll(() => portal.close())

const sumMonth = ({ lines }: Month) => ({
  units: lines.reduce((sum, [, units]) => sum + units, 0),
  left: lines.reduce((sum, [, , one]) => sum + Object.values(one).reduce((all, count) => all + count, 0), 0),
})
/** Computes the units of a property's newest month and all its move-outs. */
function sumProperty(propertyId: number) {
  const months = filed.filter((month) => month.propertyId === propertyId)
  const newest = months.toSorted((month, other) => other.month.localeCompare(month.month))[0]!
  return {
    months: months.length,
    units: sumMonth(newest).units,
    left: months.reduce((sum, month) => sum + sumMonth(month).left, 0),
  }
}
const percent = (part: number, total: number) => Number(((part / total) * 100).toFixed(2))

describe('RPT-17 move-outs', () => {
  test('by property, nine move-outs of 48 units are 18.75%, and a property without filed months is blank', async () => {
    const { rows, totals } = await page('agency.read', 'OccupancyMoveOut', { ...query, groupBy: 'property' })
    const actual = rows.map((row) => [row.property, row.months, row.units, row.moveOuts, row.turnover])
    const expected = [2, 4, 1].map((id) => {
      const { months, units, left: remaining } = sumProperty(id)
      return [names[id], months, units, remaining, percent(remaining, units)]
    })
    expect(actual).toEqual([expected[0], expected[1], ['Elm Terrace', 0, null, null, null], expected[2]])
    expect(expected[2]).toEqual(['Maple Grove Apartments', 3, 48, 9, 18.75])
    expect(totals).toMatchObject({ units: 48 + 19 + 60, moveOuts: 9 + 3 + 6, turnover: percent(18, 127) })
  })

  test('rows by company count unreported properties, and rows by month or reason share all units', async () => {
    const companies = await page('agency.read', 'OccupancyMoveOut', {
      ...query,
      groupBy: 'managementCompany',
    })
    expect(
      companies.rows.map((row) => [
        row.groupName,
        row.properties,
        row.notReported,
        row.units,
        row.moveOuts,
        row.turnover,
      ]),
    ).toEqual([
      ['Test Company One', 2, 0, 67, 12, percent(12, 67)],
      ['Test Company Two', 2, 1, 60, 6, 10],
    ])
    const months = await page('agency.read', 'OccupancyMoveOut', { ...query, groupBy: 'month' })
    const february = filed.filter((month) => month.month === '2026-02-01').map(sumMonth)
    const [units, remaining] = [
      february.reduce((sum, item) => sum + item.units, 0),
      february.reduce((sum, item) => sum + item.left, 0),
    ]
    expect(months.rows[1]).toMatchObject({
      month: '2026-02-01',
      properties: 3,
      units,
      moveOuts: remaining,
      turnover: percent(remaining, units),
    })
    const reasons = await page('agency.read', 'OccupancyMoveOut', { ...query, groupBy: 'reason' })
    const countsByReason = new Map<string, number>()
    for (const [, , reasonCounts] of filed.flatMap(({ lines }) => lines))
      for (const [code, count] of Object.entries(reasonCounts))
        countsByReason.set(code, (countsByReason.get(code) ?? 0) + count)
    expect(Object.fromEntries(reasons.rows.map((row) => [row.reasonCode, row.moveOuts]))).toEqual(
      Object.fromEntries(countsByReason),
    )
    expect(reasons.rows[0]).toMatchObject({
      reason: 'Job',
      units: 127,
      turnover: percent(7, 127),
      part: percent(7, 18),
    })
    for (const { totals } of [companies, months, reasons])
      expect(totals).toMatchObject({ units: 127, moveOuts: 18, turnover: percent(18, 127) })
  })

  test('the report groups by bedrooms, filters by reason and size, and lists each reason of each month', async () => {
    const sizes = await page('agency.read', 'OccupancyMoveOut', { ...query, groupBy: 'bedrooms' })
    const countMoveOuts = (size: string) =>
      filed
        .flatMap(({ lines }) => lines)
        .filter(([type]) => (type === null ? 'Not specified' : bedrooms[type]) === size)
        .reduce((sum, [, , one]) => sum + Object.values(one).reduce((all, count) => all + count, 0), 0)
    expect(sizes.rows.map((row) => [row.groupName, row.units, row.moveOuts]).sort()).toEqual([
      ['1 bedroom', 12, countMoveOuts('1 bedroom')],
      ['2 bedrooms', 84, countMoveOuts('2 bedrooms')],
      ['3 bedrooms', 12, countMoveOuts('3 bedrooms')],
      ['Not specified', 19, countMoveOuts('Not specified')],
    ])
    const jobs = await page('agency.read', 'OccupancyMoveOut', {
      ...query,
      groupBy: 'property',
      reason: 'job',
      bedrooms: 2,
    })
    expect(jobs.rows.find((row) => row.propertyId === 1)).toMatchObject({
      units: 24,
      moveOuts: 2,
      turnover: percent(2, 24),
    })
    const each = await list('agency.read', 'OccupancyMoveOut', { ...query, groupBy: 'each', projectId: 1 })
    expect(each.map((row) => [row.month, row.reason, row.moveOuts, row.turnover])).toContainEqual([
      '2026-04-01',
      'Left without notice',
      2,
      percent(2, 48),
    ])
    expect(each).toHaveLength(7)
  })
})

describe('RPT-13 months filed', () => {
  const { IN_TIME, LATE, MISSING, DUE } = { IN_TIME: 1, LATE: 2, MISSING: 3, DUE: 4 }

  test('each month is in time, late, missing, due or blank, and the counts, totals and subtotals agree', async () => {
    const { rows, totals, groups } = await page('agency.read', 'OccupancySubmissionSummary', {
      propertyStatus: 0,
      year: 2026,
      groupBy: 'managementCompany',
    })
    const months = (id: number) => {
      const row = rows.find((row) => row.propertyId === id)
      return Array.from({ length: 8 }, (_, index) => row?.[`m${index + 1}`])
    }
    // January 2026 was not required of this property. It was filed anyway, so it cannot be late.
    expect(months(1)).toEqual([IN_TIME, LATE, MISSING, IN_TIME, MISSING, MISSING, null, null])
    expect(months(2)).toEqual([IN_TIME, IN_TIME, MISSING, MISSING, MISSING, DUE, null, null])
    expect(months(4)).toEqual([null, IN_TIME, MISSING, MISSING, LATE, MISSING, null, null])
    const count = (states: unknown[], ...matchingStates: number[]) =>
      states.filter((state) => matchingStates.includes(state as number)).length
    const expectedCounts = [1, 2, 4].map((id) => [
      count(months(id), IN_TIME, LATE),
      count(months(id), LATE),
      count(months(id), MISSING),
    ])
    expect(rows.map((row) => [row.submittedCount, row.lateCount, row.missingCount])).toEqual([
      expectedCounts[1],
      expectedCounts[2],
      expectedCounts[0],
    ])
    const sum = (index: number, countRows = expectedCounts) =>
      countRows.reduce((all, item) => all + item[index]!, 0)
    expect(totals).toEqual({ submittedCount: sum(0), lateCount: sum(1), missingCount: sum(2) })
    expect(groups[0]).toEqual({
      name: 'Test Company One',
      rows: 2,
      totals: {
        submittedCount: sum(0, expectedCounts.slice(0, 2)),
        lateCount: sum(1, expectedCounts.slice(0, 2)),
        missingCount: sum(2, expectedCounts.slice(0, 2)),
      },
    })
  })

  test('a company sees its own properties, and a reader those with the permission', async () => {
    for (const [persona, ids] of [
      ['company.writer', [2, 1]],
      ['company.reader', [1]],
      ['other.user', [4]],
    ] as const) {
      const summary = await list(persona, 'OccupancySubmissionSummary', { year: 2026 })
      expect(summary.map((row) => row.propertyId)).toEqual(ids)
      const moveOutRows = await list(persona, 'OccupancyMoveOut', query)
      expect(moveOutRows.map((row) => row.propertyId)).toEqual(ids)
    }
    expect((await portal.ask('former.user', 'POST', '/api/reporting/OccupancyMoveOut', {})).status).toBe(403)
  })
})
