import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeFiscalYear,
  computeInterest,
  computeLevelPayment,
  computeLoanSchedule,
  computeLoanYear,
  computeLoanYears,
  computeMonthlyPayment,
  countMonthsBetween,
  type LoanTerms,
  paymentTerms,
  type ScheduleMonth,
} from './amortization.ts'
import { getTermWarnings, type LoanFacts } from './years.ts'

const exampleLoan: LoanTerms = {
  original: 2_450_000_00,
  rate: 6,
  startDate: '2008-06-01',
  amortizationMonths: 360,
  annualDebtService: null,
  paymentTerms: 'Amortizing',
}
const sumMonths = (months: readonly ScheduleMonth[], amountKey: 'payment' | 'interest' | 'principal') =>
  months.reduce((all, month) => all + month[amountKey], 0)

const anyTerms: fc.Arbitrary<LoanTerms> = fc.record({
  original: fc.integer({ min: 1, max: 20_000_000_00 }),
  rate: fc.integer({ min: 0, max: 150_000 }).map((number) => number / 10_000),
  startDate: fc
    .tuple(fc.integer({ min: 1990, max: 2030 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}-01`),
  amortizationMonths: fc.integer({ min: 1, max: 480 }),
  paymentTerms: fc.constantFrom(...paymentTerms),
  annualDebtService: fc.option(fc.integer({ min: 0, max: 2_000_000_00 })),
})

describe('domain 31: the amortization of a loan', () => {
  test('a level loan of 2,450,000 at 6 percent over thirty years pays 14,688.99 a month', () => {
    expect(computeLevelPayment(2_450_000_00, 6, 360)).toBe(14_688_99)
    const months = computeLoanSchedule(exampleLoan)
    expect(months[0]).toEqual({
      month: '2008-07-01',
      payment: 14_688_99,
      interest: 12_250_00,
      principal: 2_438_99,
      balance: 2_447_561_01,
    })
    expect([months.length, months.at(-1)?.balance, months.at(-1)?.month]).toEqual([360, 0, '2038-06-01'])
  })

  test('principal adds up to the loan, a payment is interest plus principal, the balance ends at 0', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const months = computeLoanSchedule(terms)
        expect(sumMonths(months, 'principal')).toBe(terms.original)
        expect(months.length).toBeLessThanOrEqual(terms.amortizationMonths!)
        expect(months.at(-1)?.balance).toBe(0)
        let before = terms.original
        for (const month of months) {
          expect(month.payment).toBe(month.interest + month.principal)
          expect(month.balance).toBe(before - month.principal)
          expect(month.principal).toBeGreaterThanOrEqual(0)
          if (terms.paymentTerms === 'Amortizing' || terms.paymentTerms === 'Interest only')
            expect(month.interest).toBe(computeInterest(before, terms.rate))
          before = month.balance
        }
      }),
    )
  })

  test('level payments are equal except the last, which differs only by the sum of the rounding', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const amortizingTerms: LoanTerms = { ...terms, paymentTerms: 'Amortizing', annualDebtService: null }
        const payment = computeMonthlyPayment(amortizingTerms)!
        const months = computeLoanSchedule(amortizingTerms)
        for (const month of months.slice(0, -1)) expect(month.payment).toBe(payment)
        const grown = (1 + amortizingTerms.rate / 1200) ** amortizingTerms.amortizationMonths!
        expect(months.at(-1)!.payment).toBeLessThanOrEqual(
          payment + Math.ceil((amortizingTerms.amortizationMonths! * grown) / 2),
        )
      }),
    )
  })

  test('interest of a month is balance × rate ÷ 12 to the cent, and 0 at a rate of 0', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_99 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (balance, points) => {
          const exact = BigInt(balance) * BigInt(points)
          const cents = BigInt(computeInterest(balance, points / 10_000))
          const off = 2n * (cents * 12_000_000n - exact)
          expect(off > -12_000_000n && off <= 12_000_000n).toBe(true)
        },
      ),
    )
    expect(computeInterest(1_000_00, 0)).toBe(0)
  })

  test('the years add up to the months, and a year computed from its opening balance is the same', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 1, max: 12 }), (terms, endMonth) => {
        const months = computeLoanSchedule(terms)
        const years = computeLoanYears(months, endMonth)
        for (const name of ['payment', 'interest', 'principal'] as const)
          expect(years.reduce((all, year) => all + year[name], 0)).toBe(sumMonths(months, name))
        let opening = terms.original
        for (const year of years) {
          expect(computeLoanYear(terms, year.year, opening, endMonth)).toEqual(year)
          opening = year.balance
        }
      }),
    )
  })

  test('soft loans pay nothing before they fall due; interest-only loans pay principal at the end', () => {
    const soft = computeLoanSchedule({ ...exampleLoan, paymentTerms: 'Deferred' })
    expect([sumMonths(soft, 'interest'), soft.at(-1)!.principal, soft[0]!.payment]).toEqual([
      0,
      exampleLoan.original,
      0,
    ])
    const alone = computeLoanSchedule({
      ...exampleLoan,
      paymentTerms: 'Interest only',
      amortizationMonths: 24,
    })
    expect([alone[0]!.payment, alone.at(-1)!.principal]).toEqual([12_250_00, exampleLoan.original])
    expect(
      computeLoanSchedule({ ...exampleLoan, paymentTerms: 'From cash flow', amortizationMonths: null }).at(-1)
        ?.balance,
    ).toBe(exampleLoan.original)
  })

  test('a fiscal year has the number of the calendar year in which it ends', () => {
    expect([computeFiscalYear('2025-06-01', 6), computeFiscalYear('2025-07-01', 6)]).toEqual([2025, 2026])
    expect([computeFiscalYear('2025-12-01', 12), countMonthsBetween('2024-11-15', '2025-02-01')]).toEqual([
      2025, 3,
    ])
  })

  test('a loan that matures before it is paid back has its balance due in the month of maturity', () => {
    const balloon: LoanTerms = { ...exampleLoan, monthsToMaturity: 180 }
    const months = computeLoanSchedule(balloon)
    const [before, last] = months.slice(-2)
    expect([months.length, last!.month, last!.balance]).toEqual([180, '2023-06-01', 0])
    expect([months[0]!.payment, last!.principal]).toEqual([14_688_99, before!.balance])
    expect(last!.principal).toBeGreaterThan(1_700_000_00)
    // A loan with a booked balance at or after maturity is due in full.
    expect(computeLoanYear(balloon, 2023, 1_800_000_00, 12).balance).toBe(0)
    expect(computeLoanYear(balloon, 2025, 836_856_51, 12)).toMatchObject({
      principal: 836_856_51,
      balance: 0,
    })
    // A loan whose terms pay it back before maturity ends before maturity.
    expect(computeLoanSchedule({ ...exampleLoan, monthsToMaturity: 400 })).toEqual(
      computeLoanSchedule(exampleLoan),
    )
  })
})

const balloonLoan: LoanFacts = {
  originalAmount: 2_450_000,
  interestRate: 6,
  startDate: '2008-06-01',
  maturityDate: '2023-06-01',
  amortizationMonths: 360,
  paymentTerms: 'Amortizing',
  annualDebtService: null,
}

describe('warnings about the terms of a loan', () => {
  test('a warning names amount and month of a balloon; a loan paid back by maturity has none', () => {
    expect(getTermWarnings(balloonLoan)).toEqual([
      expect.stringMatching(/^\$1,7\d\d,\d{3}\.\d\d falls due in 06\/2023: payments do not pay it back\.$/),
    ])
    expect(getTermWarnings({ ...balloonLoan, maturityDate: '2038-06-01' })).toEqual([])
  })

  test('a first period of less than a month and a payment below the interest each give a warning', () => {
    const wholeTerms = { ...balloonLoan, maturityDate: '2038-06-01' }
    expect(getTermWarnings({ ...wholeTerms, startDate: '2008-06-17' })).toEqual([
      'It began on 06/17/2008: its first period is no whole month, and the schedule reckons it as one.',
    ])
    expect(getTermWarnings({ ...wholeTerms, annualDebtService: 120_000 })).toContain(
      'A payment of $10,000.00 does not cover the interest of $12,250.00: it pays back nothing.',
    )
  })
})
