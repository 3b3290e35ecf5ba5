import { expect, test } from 'vitest'
import { computeProposedFromLast } from './copy.ts'
import { computeCoverage, formatCoverage, getBudgetHead, raiseByPercent } from './worksheet.ts'

test('domain 8.4: coverage is 1.43 after reserve deposits, (122,474 - 14,400) / 75,600, and 1.62 before them', () => {
  const figures = { operatingIncome: 122_474, reserveDeposits: 14_400, debtService: 75_600 }
  expect(
    [computeCoverage(figures, true), computeCoverage(figures, false)].map((number) => number?.toFixed(2)),
  ).toEqual(['1.43', '1.62'])
  expect(formatCoverage(computeCoverage({ ...figures, debtService: 0 }, true))).toBe('no debt')
})

test('domain 9.2: the head shows 6 % vacancy, 2.10 % other income, and a fee of 39 dollars per unit and month', () => {
  const figures: Record<string, number> = {
    5120: 38_160_000,
    5100: 0,
    '5100T': 38_160_000,
    5220: 2_289_600,
    '5900T': 800_000,
    6320: 2_246_400,
  }
  const head = getBudgetHead((code) => figures[code] ?? 0, { units: 48, months: 12 })
  expect([head.vacancyPercent?.toFixed(2), head.otherIncomePercent?.toFixed(2), head.feePerUnit]).toEqual([
    '6.00',
    '2.10',
    39,
  ])
  expect(getBudgetHead(() => 0, { units: 0, months: 12 })).toEqual({
    vacancyPercent: null,
    otherIncomePercent: null,
    feePerUnit: null,
  })
})

test('domain 9.5: a copied budget has whole dollars, approved rents, proportional vacancies and unchanged debt', () => {
  expect(raiseByPercent(16_240, 3)).toBe(16_727)
  expect(raiseByPercent(-10.5, 0)).toBe(-11)
  const last = { 5120: 381_600, 5220: 22_896, 6452: 16_240, 6820: 41_040, B210: 14_400, 6900: null }
  expect(computeProposedFromLast(last, 3, 389_232)).toEqual({
    5120: 389_232,
    5220: 23_354,
    6452: 16_727,
    6820: 41_040,
    B210: 14_400,
  })
  expect(computeProposedFromLast(last, 0, null)).toEqual({
    5120: 381_600,
    5220: 22_896,
    6452: 16_240,
    6820: 41_040,
    B210: 14_400,
  })
})
