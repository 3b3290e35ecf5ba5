import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeFiscalYear,
  computeInterest,
  getLoanSchedule,
  getLoanYears,
  getPayment,
  levelPayment,
  type Month,
  monthsBetween,
  paymentTerms,
  type Terms,
  yearFrom,
} from './amortization.ts'
import { type LoanFacts, termWarnings } from './years.ts'

const house: Terms = {
  original: 2_450_000_00,
  rate: 6,
  startDate: '2008-06-01',
  months: 360,
  annualDebtService: null,
  paymentTerms: 'Amortizing',
}
const sum = (months: readonly Month[], amountKey: 'payment' | 'interest' | 'principal') =>
  months.reduce((all, month) => all + month[amountKey], 0)

const terms: fc.Arbitrary<Terms> = fc.record({
  original: fc.integer({ min: 1, max: 20_000_000_00 }),
  rate: fc.integer({ min: 0, max: 150_000 }).map((number) => number / 10_000),
  startDate: fc
    .tuple(fc.integer({ min: 1990, max: 2030 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}-01`),
  months: fc.integer({ min: 1, max: 480 }),
  paymentTerms: fc.constantFrom(...paymentTerms),
  annualDebtService: fc.option(fc.integer({ min: 0, max: 2_000_000_00 })),
})

describe('domain 31: the amortization of a loan', () => {
  test('a level loan of 2,450,000 at 6 percent over thirty years pays 14,688.99 a month', () => {
    expect(levelPayment(2_450_000_00, 6, 360)).toBe(14_688_99)
    const months = getLoanSchedule(house)
    expect(months[0]).toEqual({
      month: '2008-07-01',
      payment: 14_688_99,
      interest: 12_250_00,
      principal: 2_438_99,
      balance: 2_447_561_01,
    })
    expect([months.length, months.at(-1)?.balance, months.at(-1)?.month]).toEqual([360, 0, '2038-06-01'])
  })

  test('the principal of a schedule is the loan; every payment is interest and principal; the balance falls to nothing', () => {
    fc.assert(
      fc.property(terms, (terms) => {
        const months = getLoanSchedule(terms)
        expect(sum(months, 'principal')).toBe(terms.original)
        expect(months.length).toBeLessThanOrEqual(terms.months!)
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

  test('level payments are one amount but for the last one, which settles what rounding left of half a cent a month', () => {
    fc.assert(
      fc.property(terms, (terms) => {
        const amortizingTerms: Terms = { ...terms, paymentTerms: 'Amortizing', annualDebtService: null }
        const payment = getPayment(amortizingTerms)!
        const months = getLoanSchedule(amortizingTerms)
        for (const month of months.slice(0, -1)) expect(month.payment).toBe(payment)
        const grown = (1 + amortizingTerms.rate / 1200) ** amortizingTerms.months!
        expect(months.at(-1)!.payment).toBeLessThanOrEqual(
          payment + Math.ceil((amortizingTerms.months! * grown) / 2),
        )
      }),
    )
  })

  test('interest of a month is balance × rate ÷ 12 to the cent; at no rate principal alone is paid', () => {
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

  test('years hold the months of the schedule, each once; a year from its opening balance is that of the schedule', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: 12 }), (terms, endMonth) => {
        const months = getLoanSchedule(terms)
        const years = getLoanYears(months, endMonth)
        for (const name of ['payment', 'interest', 'principal'] as const)
          expect(years.reduce((all, year) => all + year[name], 0)).toBe(sum(months, name))
        let opening = terms.original
        for (const year of years) {
          expect(yearFrom(terms, year.year, opening, endMonth)).toEqual(year)
          opening = year.balance
        }
      }),
    )
  })

  test('soft loans pay nothing before they fall due; interest alone leaves the principal for the end', () => {
    const soft = getLoanSchedule({ ...house, paymentTerms: 'Deferred' })
    expect([sum(soft, 'interest'), soft.at(-1)!.principal, soft[0]!.payment]).toEqual([0, house.original, 0])
    const alone = getLoanSchedule({ ...house, paymentTerms: 'Interest only', months: 24 })
    expect([alone[0]!.payment, alone.at(-1)!.principal]).toEqual([12_250_00, house.original])
    expect(getLoanSchedule({ ...house, paymentTerms: 'From cash flow', months: null }).at(-1)?.balance).toBe(
      house.original,
    )
  })

  test('a fiscal year is named after the year it ends in', () => {
    expect([computeFiscalYear('2025-06-01', 6), computeFiscalYear('2025-07-01', 6)]).toEqual([2025, 2026])
    expect([computeFiscalYear('2025-12-01', 12), monthsBetween('2024-11-15', '2025-02-01')]).toEqual([
      2025, 3,
    ])
  })

  test('a balloon: maturity ends what amortization began, and what is left falls due in its month', () => {
    const balloon: Terms = { ...house, due: 180 }
    const months = getLoanSchedule(balloon)
    const [before, last] = months.slice(-2)
    expect([months.length, last!.month, last!.balance]).toEqual([180, '2023-06-01', 0])
    expect([months[0]!.payment, last!.principal]).toEqual([14_688_99, before!.balance])
    expect(last!.principal).toBeGreaterThan(1_700_000_00)
    // A loan of which the books still hold something at maturity is due in whole.
    expect(yearFrom(balloon, 2023, 1_800_000_00, 12).balance).toBe(0)
    expect(yearFrom(balloon, 2025, 836_856_51, 12)).toMatchObject({ principal: 836_856_51, balance: 0 })
    // Terms that pay it back before maturity end then.
    expect(getLoanSchedule({ ...house, due: 400 })).toEqual(getLoanSchedule(house))
  })
})

const terms15: LoanFacts = {
  originalAmount: 2_450_000,
  interestRate: 6,
  startDate: '2008-06-01',
  maturityDate: '2023-06-01',
  amortizationMonths: 360,
  paymentTerms: 'Amortizing',
  annualDebtService: null,
}

describe('what the terms of a loan bring with them is said', () => {
  test('a balloon with its amount and its month; nothing of a loan that is paid back by its end', () => {
    expect(termWarnings(terms15)).toEqual([
      expect.stringMatching(/^\$1,7\d\d,\d{3}\.\d\d falls due in 06\/2023: payments do not pay it back\.$/),
    ])
    expect(termWarnings({ ...terms15, maturityDate: '2038-06-01' })).toEqual([])
  })

  test('an odd first period, and a payment below the interest', () => {
    const wholeTerms = { ...terms15, maturityDate: '2038-06-01' }
    expect(termWarnings({ ...wholeTerms, startDate: '2008-06-17' })).toEqual([
      'It began on 06/17/2008: its first period is no whole month, and the schedule reckons it as one.',
    ])
    expect(termWarnings({ ...wholeTerms, annualDebtService: 120_000 })).toContain(
      'A payment of $10,000.00 does not cover the interest of $12,250.00: it pays back nothing.',
    )
  })
})
