import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import { buildPortfolio } from '../../portfolio.ts'
import { OPENING_DAY } from '../../reserves.ts'
import { type BooksOf, computeNetIncome, getAnnualStatementBooks, getAnnualStatementWorth } from './books.ts'
import { getAnnualStatementInput } from './inputs.ts'

const day = '2026-11-16'
const { properties } = buildPortfolio()
const sum = (cents: readonly number[]) => cents.reduce((total, number) => total + number, 0)

/** Returns the rules that the books of a property violate. Each of them must hold in every property. */
function findViolations(input: BooksOf): string[] {
  const faults: string[] = []
  const expectEqual = (name: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${input.key} ${name}: ${actual} is not ${expected}`)
  }
  const { years } = getAnnualStatementBooks(input, day)
  for (const [index, yearBooks] of years.entries()) {
    const { amounts, cash, reserves, notes, assets, partners, depreciation } = yearBooks
    const getAmount = (code: string) => amounts[code] ?? 0
    const labelYear = (name: string) => `${yearBooks.year} ${name}`
    const previousYear = years[index - 1]
    expectEqual(labelYear('balance'), getAnnualStatementWorth(amounts), getAmount('3130'))
    expectEqual(
      labelYear('whole cents'),
      sum(Object.values(amounts).filter((cents) => !Number.isInteger(cents))),
      0,
    )
    expectEqual(labelYear('equity'), sum(partners.map((each) => each.closing)), getAmount('3130'))
    expectEqual(
      labelYear('net income'),
      sum(partners.map((each) => each.netIncome)),
      computeNetIncome(amounts),
    )
    expectEqual(
      labelYear('percents'),
      Math.round(sum(partners.map((each) => each.percent)) * 10_000),
      1_000_000,
    )
    expectEqual(labelYear('cash'), cash.opening + sum(Object.values(cash.flows)), cash.closing)
    expectEqual(
      labelYear('cash lines'),
      cash.closing,
      getAmount('1110') + getAmount('1120') + getAmount('1170'),
    )
    expectEqual(
      labelYear('reserve'),
      sum(reserves.filter((each) => each.kind === 'Replacement reserve').map((each) => each.closing)),
      getAmount('1320'),
    )
    expectEqual(
      labelYear('reserves'),
      sum(
        reserves.map(
          (each) => each.opening + each.deposits + each.interest - each.releases - each.fees - each.closing,
        ),
      ),
      0,
    )
    expectEqual(
      labelYear('notes'),
      sum(notes.map((each) => each.closing)),
      ['2170', '2320', '2323', '2330'].reduce((total, code) => total + getAmount(code), 0),
    )
    expectEqual(
      labelYear('note'),
      sum(notes.map((each) => each.opening + each.additions - each.payments - each.closing)),
      0,
    )
    expectEqual(
      labelYear('accrued'),
      sum(notes.map((each) => each.accruedOpening + each.interest - each.interestPaid - each.accruedClosing)),
      0,
    )
    expectEqual(
      labelYear('assets'),
      sum(assets.map((each) => each.closing)),
      getAmount('1410') + getAmount('1420') + getAmount('1460'),
    )
    expectEqual(
      labelYear('depreciation'),
      depreciation.opening + depreciation.expense - depreciation.disposals,
      getAmount('1495'),
    )
    expectEqual(labelYear('depreciated'), depreciation.expense, getAmount('6600'))
    if (depreciation.closing > sum(assets.map((each) => each.closing)))
      faults.push(labelYear('more depreciated than built'))
    if (getAmount('1120') < 0) faults.push(labelYear('cash below zero'))
    if (reserves.some((each) => each.opening < 0)) faults.push(labelYear('a reserve below zero'))
    if (yearBooks.distributions > (previousYear?.distributable.available ?? 0))
      faults.push(labelYear('more taken than was available'))
    if (!previousYear) continue
    expectEqual(labelYear('opening cash'), cash.opening, previousYear.cash.closing)
    expectEqual(
      labelYear('opening equity'),
      sum(partners.map((each) => each.opening)),
      previousYear.amounts['3130'] ?? 0,
    )
    expectEqual(
      labelYear('opening reserves'),
      sum(reserves.map((each) => each.opening)),
      sum(previousYear.reserves.map((each) => each.closing)),
    )
    expectEqual(
      labelYear('opening notes'),
      sum(notes.map((each) => each.opening)),
      sum(previousYear.notes.map((each) => each.closing)),
    )
    expectEqual(
      labelYear('opening assets'),
      sum(assets.map((each) => each.opening)),
      sum(previousYear.assets.map((each) => each.closing)),
    )
    expectEqual(labelYear('opening depreciation'), depreciation.opening, previousYear.depreciation.closing)
    expectEqual(
      labelYear('rights'),
      yearBooks.distributable.unpaid,
      yearBooks.distributable.earned + previousYear.distributable.unpaid - yearBooks.distributions,
    )
  }
  return faults
}

const plan = new Map<number, Record<string, number>>()

test('domain 4: the books of every property of the demonstration balance in all seven years', () => {
  expect(properties.flatMap((property) => findViolations(getAnnualStatementInput(property, plan)))).toEqual(
    [],
  )
})

test('domain 4: books of any generated property balance, and are the same each time', () => {
  fc.assert(
    fc.property(
      fc.record({
        key: fc.string({ minLength: 1 }),
        units: fc.integer({ min: 13, max: 300 }),
        fiscalYearEndMonth: fc.integer({ min: 1, max: 12 }),
        serviceDate: fc.option(fc.constantFrom('1998-04-01', '2021-07-15', '2024-12-31', '2026-02-01')),
        hasTaxCredits: fc.boolean(),
        hasOnlyTaxCredits: fc.boolean(),
        at: fc.nat(properties.length - 1),
        potential: fc.integer({ min: 50_000, max: 2_000_000 }),
      }),
      ({ at, potential, ...drawn }) => {
        const { reserve, otherReserves } = properties[at]!
        const budget = {
          5120: potential,
          5220: potential * 0.05,
          6320: potential * 0.06,
          6520: potential * 0.4,
          6820: potential * 0.1,
          B110: potential * 0.05,
        }
        const input = {
          ...drawn,
          reserve,
          otherReserves,
          plan: new Map([[2025, budget]]),
          lowIncomeUnits: null,
          ownerName: null,
        }
        expect(findViolations(input)).toEqual([])
        expect(getAnnualStatementBooks(input, day)).toEqual(getAnnualStatementBooks(input, day))
      },
    ),
    { numRuns: 200 },
  )
})

test('in a year that ends after the ledger has opened, the replacement reserve closes with the balance of the ledger', () => {
  const sampled = properties.filter(
    ({ reserve, fiscalYearEndMonth }) => reserve && fiscalYearEndMonth >= 6 && fiscalYearEndMonth <= 10,
  )
  expect(sampled.length).toBeGreaterThan(20)
  for (const property of sampled) {
    const lastYear = getAnnualStatementBooks(getAnnualStatementInput(property, plan), day).years.at(-1)
    const account = lastYear?.reserves.find((reserve) => reserve.kind === 'Replacement reserve')
    if (!lastYear || lastYear.periodEnd < OPENING_DAY) continue
    const balance = sum(
      (property.reserve?.entries ?? [])
        .filter((reserveEntry) => reserveEntry.day <= lastYear.periodEnd)
        .map((reserveEntry) => toCents(reserveEntry.amount)),
    )
    expect([lastYear.periodEnd, account?.closing]).toEqual([lastYear.periodEnd, balance])
  }
})
