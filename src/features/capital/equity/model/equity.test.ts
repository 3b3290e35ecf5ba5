import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeYears,
  countTwelfthsAfter,
  type EquityFacts,
  type EquityLoan,
  type EquityYearInput,
} from './equity.ts'

const blank: EquityYearInput = {
  year: 2025,
  developmentCost: null,
  originalMortgages: null,
  principalBefore: null,
  cutoffDate: null,
  approvedImprovements: 0,
  discretion: null,
}
const first: EquityYearInput = {
  ...blank,
  year: 2024,
  developmentCost: 2_900_000_00,
  originalMortgages: 2_450_000_00,
}
const buildLoan = (years: EquityLoan['years'], more: Partial<EquityLoan> = {}): EquityLoan => ({
  name: 'First mortgage',
  paidOffDate: null,
  years,
  terms: {
    original: 2_450_000_00,
    rate: 6,
    startDate: '2010-06-01',
    amortizationMonths: 480,
    annualDebtService: null,
    paymentTerms: 'Amortizing',
  },
  ...more,
})
const bookYear = (year: number, principalPaid: number, endingBalance = 2_000_000_00) => ({
  year,
  additions: 0,
  principalPaid,
  endingBalance,
})
const facts = (...loans: EquityLoan[]): EquityFacts => ({ loans, endMonth: 12, rateOf: () => 8 })

describe('equity of properties', () => {
  test('domain 6.4 and 31: 450,000 and 61,600 of principal paid make 511,600, which allow 40,928', () => {
    const [firstYear, next] = computeYears([first, blank], facts(buildLoan([bookYear(2025, 61_600_00)])))
    expect(firstYear).toMatchObject({
      initialEquity: 450_000_00,
      equity: 450_000_00,
      allowed: 36_000_00,
      gaps: [],
    })
    expect(next).toMatchObject({
      beginning: 450_000_00,
      principalPaid: 61_600_00,
      equity: 511_600_00,
      allowed: 40_928_00,
    })
  })

  test('domain 31: the principal of all loans and approved improvements add to equity', () => {
    const two = facts(
      buildLoan([bookYear(2025, 40_000_00)]),
      buildLoan([bookYear(2025, 1_600_50)], { name: 'Second' }),
    )
    const [, next] = computeYears([first, { ...blank, approvedImprovements: 20_000_00 }], two)
    expect(next).toMatchObject({ equity: 511_600_50, mortgageBalance: 4_000_000_00, allowed: 40_928_00 })
  })

  test('domain 31: negative equity is stored as 0, but the next year starts from the negative amount', () => {
    const poor = { ...first, originalMortgages: 3_000_000_00 }
    const years = computeYears(
      [poor, blank, { ...blank, year: 2026 }],
      facts(buildLoan([bookYear(2025, 60_000_00), bookYear(2026, 60_000_00)])),
    )
    expect(years.map(({ computed, equity, allowed }) => [computed, equity, allowed])).toEqual([
      [-100_000_00, 0, 0],
      [-40_000_00, 0, 0],
      [20_000_00, 20_000_00, 1_600_00],
    ])
  })

  test('domain 31: principal paid early beyond the schedule counts only if the commission says so', () => {
    const equityLoan = buildLoan([bookYear(2025, 500_000_00, 0)], { paidOffDate: '2025-09-30' })
    const computeYear = (discretion: EquityYearInput['discretion']) =>
      computeYears([first, { ...blank, discretion }], facts(equityLoan)).at(-1)!
    const open = computeYear(null)
    expect([open.discretion, open.paidOff, open.principalPaid + open.principalHeld]).toEqual([
      'For the commission',
      ['First mortgage'],
      500_000_00,
    ])
    expect(open.principalHeld).toBeGreaterThan(300_000_00)
    expect(computeYear('Counted').equity).toBe(950_000_00)
    expect(computeYear('Not counted').equity).toBe(open.equity)
    // A loan that ends on its schedule needs no decision.
    const ended = buildLoan([bookYear(2025, 500_000_00, 0)])
    expect(
      computeYears(
        [first, blank],
        facts({ ...ended, terms: { ...ended.terms, amortizationMonths: 181 } }),
      ).at(-1)?.discretion,
    ).toBeNull()
  })

  test('domain 31: only principal paid after the cut-off date adds to the initial equity', () => {
    expect([countTwelfthsAfter('2025-06-30', 2025, 12), countTwelfthsAfter('2024-12-31', 2025, 12)]).toEqual([
      6, 12,
    ])
    expect([countTwelfthsAfter('2025-12-31', 2025, 12), countTwelfthsAfter('2026-03-31', 2025, 12)]).toEqual([
      0, 0,
    ])
    const half = { ...first, year: 2025, cutoffDate: '2025-06-30', principalBefore: 5_000_00 }
    const [year] = computeYears([half], facts(buildLoan([bookYear(2025, 61_600_00)])))
    expect(year).toMatchObject({ principalPaid: 30_800_00, equity: 485_800_00 })
  })

  test('a year without figures of a loan, or of the year before, is not computed and names the gap', () => {
    const [, next, later] = computeYears(
      [first, blank, { ...blank, year: 2027 }],
      facts(buildLoan([bookYear(2027, 1_00)])),
    )
    expect([next!.equity, next!.gaps]).toEqual([null, ['First mortgage has no figures of 2025.']])
    expect([later!.equity, later!.gaps]).toEqual([null, ['2026 has no equity figure.']])
  })

  test('equity is the initial amount plus all principal and improvements, for any loans and years', () => {
    const cents = fc.integer({ min: 0, max: 500_000_00 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cents, cents, cents), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -9, max: 9 }),
        (amounts, more) => {
          const loans = [0, 1].map((position) =>
            buildLoan(
              amounts.map((item, index) => bookYear(2025 + index, item[position]!)),
              { name: `Loan ${position}` },
            ),
          )
          const yearInputs = amounts.map((item, index) => ({
            ...blank,
            year: 2025 + index,
            approvedImprovements: item[2],
          }))
          const initialYear = { ...first, originalMortgages: first.developmentCost! + more * 100_000_00 }
          const years = computeYears([initialYear, ...yearInputs], facts(...loans))
          const all = amounts.flat().reduce((sum, number) => sum + number, 0)
          const last = years.at(-1)!
          expect(last.computed).toBe(-more * 100_000_00 + all)
          for (const year of years) {
            expect(year.equity).toBe(Math.max(0, year.computed!))
            expect(year.allowed! % 100).toBe(0)
            expect(Math.abs(year.allowed! * 100 - year.equity! * 8)).toBeLessThanOrEqual(50 * 100)
          }
        },
      ),
    )
  })
})
