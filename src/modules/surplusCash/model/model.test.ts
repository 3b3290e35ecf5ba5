import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import type { Read } from '#statement/model/index.ts'
import {
  accruedBefore,
  availableOf,
  computationOf,
  earnedOf,
  equityOf,
  methods,
  missingYears,
  paidIn,
  rateOf,
} from './computation.ts'
import { lineCodes, surplusLines } from './form.ts'
import {
  prefilled,
  reviewedFigures,
  type SurplusRow,
  submittedFigures,
  surplusFaults,
  surplusFindings,
  surplusOf,
  surplusTies,
} from './surplus.ts'

const sheet =
  (figures: Readonly<Record<string, number>>): Read =>
  (code) =>
    toCents(figures[code] ?? 0)
const maple = sheet({
  ...{ 1110: 300, 1120: 58_420, 1191: 16_800, 1135: 1980, 1125: 4000, 1320: 62_400 },
  ...{ 2131: 3420, 2110: 11_860, 2120: 2810, 2123: 1500, 2210: 1140, 2191: 15_900 },
})
const row = (lineCode: string, more: Partial<SurplusRow> = {}): SurplusRow => ({
  lineCode,
  description: null,
  submittedAmount: null,
  reviewAmount: null,
  reviewerComment: null,
  ...more,
})
const delinquent = [row('A6', { submittedAmount: 1200 })]

test('SUR-A, domain 5.4: Maple Grove has 77,500 cash, 37,830 obligations and 39,670 surplus cash', () => {
  const figures = submittedFigures(delinquent, maple)
  expect(surplusOf(figures)).toEqual({ a: 77_500_00, b: 37_830_00, c: 39_670_00 })
  expect([figures.A1, figures.A2, figures.A10]).toEqual([75_520_00, 1980_00, 4310_00])
  expect(surplusLines.map((line) => line.code)).toEqual([...lineCodes])
})

test('SUR-A: the reviewer’s figure counts where there is one, and entity cash and reserves never do', () => {
  const reviewed = reviewedFigures([...delinquent, row('A7', { reviewAmount: 12_000 })], maple)
  expect(surplusOf(reviewed).c).toBe(39_530_00)
  expect(prefilled(sheet({ 1125: 9, 1310: 9, 1320: 9, 1330: 9, 1340: 9, 2330: 9 }))).toEqual(prefilled(() => 0))
})

test('SUR-T1: a line that is typed anew is told against the balance sheet, and a reserve among the cash is named', () => {
  const [cash, ...others] = surplusTies([row('A1', { submittedAmount: 75_520 + 62_400 })], maple, 1, 7)
  expect(cash).toMatchObject({ id: 'SUR-T1', agrees: false, difference: 62_400_00, stops: false })
  expect(cash?.hint).toContain('1320')
  expect(others.map((tie) => [tie.id, tie.agrees])).toEqual(
    ['SUR-T2', 'SUR-T4', 'SUR-T7', 'SUR-T10', 'SUR-T11', 'SUR-T12'].map((id) => [id, true]),
  )
})

test('SUR-F1 and SUR-F2, domain 5.5: a deficiency, and deposits held in trust below the liability, are findings', () => {
  expect(surplusFindings(submittedFigures(delinquent, maple), maple)).toEqual([])
  const short = sheet({ 1120: 200, 1191: 900, 2191: 1000, 2110: 50 })
  expect(surplusFindings(submittedFigures([], short), short).map((one) => one.id)).toEqual(['SUR-F2'])
  const broke = sheet({ 1191: 900, 2191: 1000 })
  expect(surplusFindings(submittedFigures([], broke), broke).map((one) => one.words)).toEqual([
    expect.stringContaining('Deficiency of $100.00'),
    expect.stringContaining('short by $100.00: $900.00 is held in trust (1191), $1,000.00 is owed (2191)'),
  ])
})

test('SUR-1 and SUR-2: no negative amount; what is other is described', () => {
  expect(
    surplusFaults([row('A5', { submittedAmount: -1 }), row('A13', { submittedAmount: 5 }), row('A3')]),
  ).toMatchObject([{ field: 'rows.0.submittedAmount' }, { field: 'rows.1.description' }])
  expect(surplusFaults([row('A13', { submittedAmount: 5, description: 'Next month’s principal' })])).toEqual([])
})

const basis = {
  method: methods[0],
  rate: 8,
  developmentCost: toCents(2_900_000),
  mortgagePrincipal: toCents(2_450_000),
  improvements: 0,
}

test('CDS-B2a, domain 6.4: equity 511,600 earns 40,928 at 8 percent; 18,500 before and 12,000 paid make 47,428', () => {
  const equity = equityOf(basis, toCents(61_600))
  expect(equity).toBe(511_600_00)
  const earned = earnedOf(equity, rateOf(basis), 12)
  expect(earned).toBe(40_928_00)
  const given = { earned, accrued: 18_500_00, paid: 12_000_00 }
  expect(computationOf({ surplus: 39_670_00, ...given })).toEqual({
    ...{ b1: 39_670_00, b2a: 40_928_00, b2b: 18_500_00, b2c: 12_000_00 },
    ...{ b3: 47_428_00, b4: 39_670_00, b5: 0 },
  })
  expect(computationOf({ surplus: 55_000_00, ...given })).toMatchObject({ b4: 47_428_00, b5: 7572_00 })
  // Once it is paid, 7,758 are carried into the year that follows.
  const rows = [
    { year: 2024, earned: 18_500_00, paid: 0 },
    { year: 2025, earned, paid: 12_000_00 },
    { year: 2026, earned: 0, paid: 39_670_00 },
  ]
  expect([accruedBefore(rows, 2025), paidIn(rows, 2025), accruedBefore(rows, 2027)]).toEqual([
    18_500_00, 12_000_00, 7758_00,
  ])
})

test.each([
  ['whole dollars, halves up', 10_006_25, 8, 12, 801_00],
  ['just below a half', 10_006_24, 8, 12, 800_00],
  ['a first year of five months', 511_600_00, 8, 5, 17_053_00],
  ['twice a yield of 2.125 percent', 100_000_00, rateOf({ method: methods[1], rate: 2.125 }), 12, 4250_00],
  ['a nonprofit owner', 511_600_00, rateOf({ method: methods[2], rate: 8 }), 12, 0],
  ['negative equity', -1_000_00, 8, 12, 0],
])('CDS-B2a, domain 6.5: %s', (_, equity, rate, months, earned) => {
  expect(earnedOf(equity, rate, months)).toBe(earned)
})

test('CDS-B4 and CDS-B5: a deficiency gives nothing; a nonprofit deposits all; overdrawn rights make no cash', () => {
  const given = { earned: 100, accrued: 0, paid: 0 }
  expect(computationOf({ surplus: -500, ...given })).toMatchObject({ b1: 0, b4: 0, b5: 0 })
  expect(computationOf({ surplus: 900, earned: 0, accrued: 0, paid: 0 })).toMatchObject({ b4: 0, b5: 900 })
  expect(computationOf({ surplus: 900, earned: 100, accrued: 0, paid: 300 })).toMatchObject({
    ...{ b3: -200, b4: 0, b5: 900 },
  })
})

const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 })
const paid = fc.integer({ min: 0, max: 1_000_000_00 })

test('CDS-B4: never more than the cash, never more than the rights, and nothing of the cash is lost', () => {
  fc.assert(
    fc.property(cents, paid, cents, paid, (surplus, earned, accrued, out) => {
      const { b1, b3, b4, b5 } = computationOf({ surplus, earned, accrued, paid: out })
      expect(b4).toBeGreaterThanOrEqual(0)
      expect(b4).toBeLessThanOrEqual(Math.max(0, surplus))
      expect(b4).toBeLessThanOrEqual(Math.max(0, b3))
      expect(b4 + b5).toBe(b1)
    }),
  )
})

test('SUR-A: cash less obligations is exact to the cent for any figures', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 13, maxLength: 13 }), (amounts) => {
      const figures = Object.fromEntries(lineCodes.map((code, at) => [code, amounts[at]!])) as Parameters<
        typeof surplusOf
      >[0]
      const { a, b, c } = surplusOf(figures)
      expect(a + b).toBe(amounts.reduce((sum, one) => sum + one, 0))
      expect(c).toBe(a - b)
    }),
  )
})

test('CDS-3: years without a row are named from the first one on', () => {
  expect(missingYears([2019, 2021], 2018, 2022)).toEqual([2018, 2020, 2022])
  expect([missingYears([], null, 2022), missingYears([], 2023, 2022)]).toEqual([[], []])
})

test('DSR-1: what is available is B4 less what was approved and what is asked for, never below nothing', () => {
  expect(availableOf(39_670_00, 20_000_00, 5_000_00)).toBe(14_670_00)
  expect(availableOf(10, 20, 0)).toBe(0)
})
