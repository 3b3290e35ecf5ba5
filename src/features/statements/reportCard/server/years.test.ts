import { expect, test } from 'vitest'
import { buildChart } from '#core/money/chart/model/index.ts'
import { getReportCardYears, type YearRow } from './years.ts'

/** Returns a year with the given amounts, whose principal and deposits are unknown. */
const makeYear = (yearNumber: number, amounts: YearRow['amounts']): YearRow =>
  ({
    year: yearNumber,
    months: 12,
    units: 48,
    amounts,
    principal: null,
    depositsDue: null,
    depositsScheduled: null,
    custom: [],
    periodStart: `${yearNumber}-01-01`,
    periodEnd: `${yearNumber}-12-31`,
    feeMonths: null,
    feeBasis: { types: [], maxima: [], begun: [] },
  }) as never

test('domain 8.4: without notes the principal paid is the decrease of mortgages and loans, current portions included', () => {
  const rows = [
    makeYear(2025, { '2170': 22_000, '2171': 9000, '2320': 560_000, '2321': 80_000, '2322': 41_000 }),
    makeYear(2024, { '2170': 20_000, '2171': 3000, '2320': 582_000, '2321': 89_000, '2322': 50_000 }),
    makeYear(2023, {}),
  ]
  // 744,000 was owed before, 712,000 after. For the first year it is unknown; without debt it is 0.
  expect(getReportCardYears(buildChart([]), rows).map((reportCardYear) => reportCardYear.principal)).toEqual([
    3_200_000, 0, 0,
  ])
  expect(
    getReportCardYears(buildChart([]), rows.slice(0, 1)).map((reportCardYear) => reportCardYear.principal),
  ).toEqual([null])
})

test('CAL-22 the highest fee of a fiscal year uses its own months and the maximum of each day', () => {
  const formatMonthStart = (index: number) => new Date(Date.UTC(2024, 9 + index)).toISOString().slice(0, 10)
  const feeBasis: YearRow['feeBasis'] = {
    types: [{ managementFeeTypeId: 1, basis: 'Occupied unit month', name: 'Per occupied unit' }],
    maxima: [
      { managementFeeTypeId: 1, amount: 44, percent: null, effectiveDate: '2024-01-01' },
      { managementFeeTypeId: 1, amount: 45, percent: null, effectiveDate: '2025-01-01' },
    ],
    begun: [],
  }
  const feeMonths = Array.from({ length: 12 }, (_, index) => ({
    month: formatMonthStart(index),
    units: index < 3 ? 40 : 45,
  }))
  const ofBooks = { periodStart: '2024-10-01', periodEnd: '2025-09-30', feeBasis, feeMonths }
  const [computedYear] = getReportCardYears(buildChart([]), [{ ...makeYear(2025, {}), ...ofBooks }])
  expect(computedYear).toMatchObject({
    reportedOccupied: 525,
    mostFees: 3 * 40 * 44 + 9 * 45 * 45,
    mostFee: 44.75,
  })
})
