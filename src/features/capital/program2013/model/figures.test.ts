import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { categoryAccounts, categoryChart, entryCategories, getCategory } from './categories.ts'
import { compareLines, sumByCategory, sumDebtService } from './comparison.ts'
import {
  computeLevelDebtService,
  computePercent,
  computeProgram2013Sums,
  formatCoverage,
  formatRatio,
  getProgram2013Figures,
} from './figures.ts'

const toCentsByCode = (amounts: Readonly<Record<string, number>>) =>
  new Map(Object.entries(amounts).map(([code, dollars]) => [code, toCents(dollars)]))
/** The worked record of domain 30. */
const exampleCents = toCentsByCode({
  I01: 372_000,
  I02: 7200,
  E02: 24_000,
  E11: 90_000,
  E17: 38_000,
  E23: 80_000,
  E21: 14_400,
})
const debts = [{ annualDebtService: 75_600 }]

describe('figures of a 2013 record', () => {
  test('domain 30: 93 % of 372,000 plus 7,200 is 353,160; coverage is 1.41, expense ratio 69.8 %', () => {
    const sums = computeProgram2013Sums(createCentsReader(categoryChart, exampleCents), debts)
    expect(sums).toEqual({
      grossPotentialRent: 372_000,
      otherIncome: 7200,
      expenses: 232_000,
      reserveDeposits: 14_400,
      debtService: 75_600,
    })
    const figures = getProgram2013Figures(sums, 7)
    expect(figures).toMatchObject({ vacancy: 26_040, effectiveIncome: 353_160, totalExpenses: 246_400 })
    expect(figures.netIncome).toBe(106_760)
    expect([formatCoverage(figures.coverage), formatRatio(figures.expenseRatio)]).toEqual(['1.41', '69.8%'])
  })

  test('coverage is null without debt, and the expense ratio is null without income', () => {
    const none = computeProgram2013Sums(() => 0, [])
    expect(getProgram2013Figures(none, null)).toMatchObject({
      coverage: null,
      expenseRatio: null,
      netIncome: 0,
    })
    expect([formatCoverage(null), formatRatio(null)]).toEqual(['no debt', ''])
  })

  test('a percentage of cents is exact for any size, with halves rounded away from zero', () => {
    expect([computePercent(150, 1), computePercent(-150, 1), computePercent(149, 1)]).toEqual([2, -2, 1])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 13 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (amount, points) => {
          const exact = BigInt(amount) * BigInt(points)
          const scaledResult = BigInt(computePercent(amount, points / 10_000)) * 1_000_000n
          const off = scaledResult - exact
          return (off < 0n ? -off : off) * 2n <= 1_000_000n
        },
      ),
    )
  })

  test('vacancy plus effective income is the rent, and vacancy never raises net income', () => {
    const dollars = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(dollars, dollars, fc.integer({ min: 0, max: 1_000_000 }), (rent, spent, points) => {
        const sums = {
          grossPotentialRent: rent / 100,
          otherIncome: 0,
          expenses: spent / 100,
          reserveDeposits: 0,
          debtService: 1,
        }
        const figures = getProgram2013Figures(sums, points / 10_000)
        const full = getProgram2013Figures(sums, 0)
        return (
          toCents(figures.vacancy) + toCents(figures.effectiveIncome) === rent &&
          figures.netIncome <= full.netIncome
        )
      }),
    )
  })

  test('level payments: 1,000,000 at 6 % over 30 years cost 71,946.06 a year', () => {
    expect(computeLevelDebtService({ amount: 1_000_000, rate: 6, amortizationMonths: 360 })).toBe(7_194_606)
    expect(computeLevelDebtService({ amount: 120_000, rate: 0, amortizationMonths: 120 })).toBe(1_200_000)
    expect(computeLevelDebtService({ amount: 120_000, rate: null, amortizationMonths: 120 })).toBeNull()
  })
})

describe('categories', () => {
  test('each category that people fill in counts exactly once in total expenses or potential income', () => {
    for (const { code } of entryCategories) {
      const read = createCentsReader(categoryChart, new Map([[code, 1]]))
      expect([code, read('I09') + read('E30')]).toEqual([code, 1])
    }
    expect(categoryAccounts.every((account) => categoryChart.byCode.get(account.code) === account)).toBe(true)
  })

  test('operating accounts have one category; financial expense, depreciation and balances have none', () => {
    expect(
      ['5120', '5220', '5910', '6320', '6391', '6452', '6590', '6710', '6790', 'B210'].map(getCategory),
    ).toEqual(['I01', 'V01', 'I02', 'E02', 'E03', 'E09', 'E19', 'E23', 'E26', 'E21'])
    expect(['6820', '6600', '1120', '3250', '7105', 'B110'].map(getCategory)).toEqual(Array(6).fill(null))
  })

  test('the total of a year’s amounts is the same after they are summed by category', () => {
    const codes = ['5120', '5220', '5990', '6210', '6311', '6330', '6450', '6510', '6720', '6790', '6999']
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...codes), fc.integer({ min: 0, max: 10 ** 9 }))),
        (lines) => {
          const amounts = Object.fromEntries(lines.map(([code, amount]) => [code, amount / 100]))
          const all = Object.values(amounts).reduce((sum, amount) => sum + toCents(amount), 0)
          return [...sumByCategory(amounts).values()].reduce((sum, amount) => sum + amount, 0) === all
        },
      ),
    )
  })
})

describe('comparison', () => {
  const read = createCentsReader(categoryChart, exampleCents)
  const baseline = { read, sums: computeProgram2013Sums(read, debts), vacancyPercent: 7 }
  const statement = {
    5120: 381_600,
    5220: 22_896,
    5910: 7700,
    6320: 22_810,
    6510: 100_000,
    6720: 40_000,
    6710: 80_000,
    6820: 50_000,
    B110: 25_600,
    B210: 14_400,
  }

  test('domain 30: each line has its change from the pro-forma, and both columns have a coverage', () => {
    const { lines, ratios } = compareLines({ baseline, budget: null, statement })
    const findLine = (code: string) => lines.find((line) => line.code === code)
    expect(findLine('I01')).toMatchObject({
      baseline: 372_000,
      budget: null,
      statement: 381_600,
      change: 9600,
    })
    expect(findLine('I01')?.changePercent).toBeCloseTo(2.58, 2)
    expect(findLine('V01')).toMatchObject({ baseline: 26_040, statement: 22_896 })
    expect(findLine('I10')).toMatchObject({ baseline: 353_160, statement: 366_404 })
    expect(findLine('E29')).toMatchObject({ baseline: 232_000, statement: 242_810 })
    expect(findLine('R01')).toMatchObject({ baseline: 106_760, statement: 109_194 })
    expect(ratios[0]).toMatchObject({ label: 'Debt coverage' })
    expect([ratios[0]!.baseline!.toFixed(2), ratios[0]!.statement!.toFixed(2)]).toEqual(['1.41', '1.44'])
    expect(findLine('E05')).toBeUndefined()
  })

  test('debt service adds interest, mortgage insurance and principal, and no other account', () => {
    expect(sumDebtService({ 6820: 1, 6825: 2, 6850: 4, B110: 8, B120: 16, 6890: 32, B190: 64 })).toBe(3100)
  })
})
