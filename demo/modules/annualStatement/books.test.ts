import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import { buildPortfolio } from '../../portfolio.ts'
import { openingDay } from '../../reserves.ts'
import { type BooksOf, computeNetIncome, getAnnualStatementBooks, getAnnualStatementWorth } from './books.ts'
import { getAnnualStatementInput } from './inputs.ts'

const day = '2026-11-16'
const { properties } = buildPortfolio()
const sum = (cents: readonly number[]) => cents.reduce((total, number) => total + number, 0)

/** Checks everything that must be true in the books of any property, and returns the violations. */
function broken(input: BooksOf): string[] {
  const faults: string[] = []
  const hold = (name: string, remaining: number, right: number) => {
    if (remaining !== right) faults.push(`${input.key} ${name}: ${remaining} is not ${right}`)
  }
  const { years } = getAnnualStatementBooks(input, day)
  for (const [index, yearBooks] of years.entries()) {
    const { amounts, cash, reserves, notes, assets, partners, depreciation } = yearBooks
    const computeAmount = (code: string) => amounts[code] ?? 0
    const labelYear = (name: string) => `${yearBooks.year} ${name}`
    const before = years[index - 1]
    hold(labelYear('balance'), getAnnualStatementWorth(amounts), computeAmount('3130'))
    hold(labelYear('whole cents'), sum(Object.values(amounts).filter((cents) => !Number.isInteger(cents))), 0)
    hold(labelYear('equity'), sum(partners.map((each) => each.closing)), computeAmount('3130'))
    hold(labelYear('net income'), sum(partners.map((each) => each.netIncome)), computeNetIncome(amounts))
    hold(labelYear('percents'), Math.round(sum(partners.map((each) => each.percent)) * 10_000), 1_000_000)
    hold(labelYear('cash'), cash.opening + sum(Object.values(cash.flows)), cash.closing)
    hold(
      labelYear('cash lines'),
      cash.closing,
      computeAmount('1110') + computeAmount('1120') + computeAmount('1170'),
    )
    hold(
      labelYear('reserve'),
      sum(reserves.filter((each) => each.kind === 'Replacement reserve').map((each) => each.closing)),
      computeAmount('1320'),
    )
    hold(
      labelYear('reserves'),
      sum(
        reserves.map(
          (each) => each.opening + each.deposits + each.interest - each.releases - each.fees - each.closing,
        ),
      ),
      0,
    )
    hold(
      labelYear('notes'),
      sum(notes.map((each) => each.closing)),
      ['2170', '2320', '2323', '2330'].reduce((total, code) => total + computeAmount(code), 0),
    )
    hold(
      labelYear('note'),
      sum(notes.map((each) => each.opening + each.additions - each.payments - each.closing)),
      0,
    )
    hold(
      labelYear('accrued'),
      sum(notes.map((each) => each.accruedOpening + each.interest - each.interestPaid - each.accruedClosing)),
      0,
    )
    hold(
      labelYear('assets'),
      sum(assets.map((each) => each.closing)),
      computeAmount('1410') + computeAmount('1420') + computeAmount('1460'),
    )
    hold(
      labelYear('depreciation'),
      depreciation.opening + depreciation.expense - depreciation.disposals,
      computeAmount('1495'),
    )
    hold(labelYear('depreciated'), depreciation.expense, computeAmount('6600'))
    if (depreciation.closing > sum(assets.map((each) => each.closing)))
      faults.push(labelYear('more depreciated than built'))
    if (computeAmount('1120') < 0) faults.push(labelYear('cash below zero'))
    if (reserves.some((each) => each.opening < 0)) faults.push(labelYear('a reserve below zero'))
    if (yearBooks.distributions > (before?.distributable.available ?? 0))
      faults.push(labelYear('more taken than was available'))
    if (!before) continue
    hold(labelYear('opening cash'), cash.opening, before.cash.closing)
    hold(labelYear('opening equity'), sum(partners.map((each) => each.opening)), before.amounts['3130'] ?? 0)
    hold(
      labelYear('opening reserves'),
      sum(reserves.map((each) => each.opening)),
      sum(before.reserves.map((each) => each.closing)),
    )
    hold(
      labelYear('opening notes'),
      sum(notes.map((each) => each.opening)),
      sum(before.notes.map((each) => each.closing)),
    )
    hold(
      labelYear('opening assets'),
      sum(assets.map((each) => each.opening)),
      sum(before.assets.map((each) => each.closing)),
    )
    hold(labelYear('opening depreciation'), depreciation.opening, before.depreciation.closing)
    hold(
      labelYear('rights'),
      yearBooks.distributable.unpaid,
      yearBooks.distributable.earned + before.distributable.unpaid - yearBooks.distributions,
    )
  }
  return faults
}

const plan = new Map<number, Record<string, number>>()

test('domain 4: books of every property of the demonstration balance through seven years', () => {
  expect(properties.flatMap((property) => broken(getAnnualStatementInput(property, plan)))).toEqual([])
})

test('domain 4: so do the books of whatever property, and they are the same each time', () => {
  fc.assert(
    fc.property(
      fc.record({
        key: fc.string({ minLength: 1 }),
        units: fc.integer({ min: 13, max: 300 }),
        fiscalYearEndMonth: fc.integer({ min: 1, max: 12 }),
        serviceDate: fc.option(fc.constantFrom('1998-04-01', '2021-07-15', '2024-12-31', '2026-02-01')),
        credits: fc.boolean(),
        taxCreditOnly: fc.boolean(),
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
        expect(broken(input)).toEqual([])
        expect(getAnnualStatementBooks(input, day)).toEqual(getAnnualStatementBooks(input, day))
      },
    ),
    { numRuns: 200 },
  )
})

test('a year that ends after the ledger has opened closes with its balance, and one before leads to it', () => {
  const sampled = properties.filter(
    ({ reserve, fiscalYearEndMonth }) => reserve && fiscalYearEndMonth >= 6 && fiscalYearEndMonth <= 10,
  )
  expect(sampled.length).toBeGreaterThan(20)
  for (const property of sampled) {
    const last = getAnnualStatementBooks(getAnnualStatementInput(property, plan), day).years.at(-1)
    const account = last?.reserves.find((reserve) => reserve.kind === 'Replacement reserve')
    if (!last || last.periodEnd < openingDay) continue
    const balance = sum(
      (property.reserve?.entries ?? [])
        .filter((reserveEntry) => reserveEntry.day <= last.periodEnd)
        .map((reserveEntry) => toCents(reserveEntry.amount)),
    )
    expect([last.periodEnd, account?.closing]).toEqual([last.periodEnd, balance])
  }
})
