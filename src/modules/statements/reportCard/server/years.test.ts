import { expect, test } from 'vitest'
import { chartOf } from '#ground/money/chart/model/index.ts'
import { type YearRow, yearsOf } from './years.ts'

/** A year of which nothing is known but what stands on its balance sheet. */
const year = (of: number, amounts: YearRow['amounts']): YearRow =>
  ({
    year: of,
    months: 12,
    units: 48,
    amounts,
    principal: null,
    depositsDue: null,
    depositsScheduled: null,
    custom: [],
  }) as never

test('domain 8.4: without notes the principal paid is what mortgages and other loans fell by, whichever part of them is due within the year', () => {
  const rows = [
    year(2025, { '2170': 22_000, '2171': 9000, '2320': 560_000, '2321': 80_000, '2322': 41_000 }),
    year(2024, { '2170': 20_000, '2171': 3000, '2320': 582_000, '2321': 89_000, '2322': 50_000 }),
    year(2023, {}),
  ]
  // 744,000 owed before, 712,000 after; of the first year it is unknown, of one without debt nothing was paid.
  expect(yearsOf(chartOf([]), rows).map((one) => one.principal)).toEqual([3_200_000, 0, 0])
  expect(yearsOf(chartOf([]), rows.slice(0, 1)).map((one) => one.principal)).toEqual([null])
})
