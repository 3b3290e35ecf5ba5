import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import { computeReserveDue, getFeeSchedule } from './fees.ts'
import { computeBudgetToDate, describeCarriedMonths, type Inputs } from './month.ts'
import {
  getMonthsBetween,
  getQuarter,
  getQuarterlyProgramMonths,
  joinMonthNames,
  monthName,
} from './periods.ts'
import { getQuarterlyProgramTies } from './ties.ts'
import { flowNames, type Totals } from './totals.ts'
import { getOccupancy, sumFlows } from './yearToDate.ts'

const terms = { feeTotal: 45_000, feeYears: 15, firstReleaseYear: 2011, endsOn: null }

describe('the fee', () => {
  test('domain 10.3: 45,000 over 15 years is 3,000 a year', () => {
    const schedule = getFeeSchedule(terms, [], 2026)
    expect(schedule.map((feeYear) => feeYear.amount)).toEqual(Array.from({ length: 15 }, () => 3000))
    expect([schedule[0]?.releaseYear, schedule[14]?.releaseYear]).toEqual([2011, 2025])
  })

  test('the last year has the remainder, and each year says whether it is released, due, later or closed', () => {
    const released = [{ tcapFeeReleaseId: 7, releaseYear: 2024, amount: 33.33, releasedOn: '2024-12-31' }]
    const buildSchedule = (endsOn: string | null) =>
      getFeeSchedule({ feeTotal: 100, feeYears: 3, firstReleaseYear: 2024, endsOn }, released, 2025)
    expect(buildSchedule(null).map(({ amount, state }) => [amount, state])).toEqual([
      [33.33, 'Released'],
      [33.33, 'Due'],
      [33.34, 'Later'],
    ])
    expect(buildSchedule('2024-06-30').map((feeYear) => feeYear.state)).toEqual([
      'Released',
      'Closed',
      'Closed',
    ])
  })

  test('any fee over any years is released to the cent, in equal parts except the last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 60 }),
        (cents, feeYears) => {
          const parts = getFeeSchedule({ ...terms, feeTotal: cents / 100, feeYears }, [], 2026).map(
            (feeYear) => toCents(feeYear.amount),
          )
          const last = parts.pop() ?? 0
          expect(parts.reduce((sum, number) => sum + number, last)).toBe(cents)
          expect(new Set(parts).size).toBeLessThanOrEqual(1)
          expect(last - (parts[0] ?? last)).toBeGreaterThanOrEqual(0)
          expect(last - (parts[0] ?? last)).toBeLessThan(feeYears)
        },
      ),
    )
  })

  test('domain 10.1: 25 percent of the cash flow of a TCR property goes to its reserve, and nothing of a loss', () => {
    expect([
      computeReserveDue(1_234_567, 25),
      computeReserveDue(-500_000, 25),
      computeReserveDue(2, 25),
    ]).toEqual([308_642, 0, 1])
  })
})

describe('periods', () => {
  test('quarters are calendar quarters', () => {
    expect(getQuarter('2026-06-30')).toEqual({ year: 2026, quarter: 2 })
    expect(getQuarterlyProgramMonths({ year: 2026, quarter: 4 })).toEqual([
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
    ])
    expect(getMonthsBetween('2025-11-15', '2026-01-31')).toEqual(['2025-11-01', '2025-12-01', '2026-01-01'])
    expect([monthName('2026-03-01'), joinMonthNames(['2026-01-01', '2026-02-01'])]).toEqual([
      'March 2026',
      'January 2026 and February 2026',
    ])
  })
})

describe('the year to date', () => {
  test('the missing months are named', () => {
    const before = { amounts: {}, months: [{ periodDate: '2026-01-01', tcapId: 3 }], missing: ['2026-02-01'] }
    expect(describeCarriedMonths(before)).toBe('January 2026, without February 2026')
  })

  test('the budget to date is proportional to the months passed and complete at the end', () => {
    expect(computeBudgetToDate(100, { elapsed: 1, months: 12 })).toBe(8.33)
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 12 }), (cents, months) => {
        const parts = getMonthsBetween('2026-01-01', '2026-12-31').slice(0, months)
        const toDate = parts.map((_, index) =>
          computeBudgetToDate(cents / 100, { elapsed: index + 1, months }),
        )
        expect(toDate.at(-1)).toBe(cents / 100)
      }),
    )
  })

  test('totals of months add up to the cent in any order', () => {
    const flow = fc.record(
      Object.fromEntries(
        flowNames.map((name) => [name, fc.integer({ min: -1e8, max: 1e8 }).map((number) => number / 100)]),
      ),
    ) as unknown as fc.Arbitrary<Totals>
    fc.assert(
      fc.property(fc.array(flow, { maxLength: 12 }), (months) => {
        const sum = sumFlows(months, flowNames)
        for (const name of flowNames)
          expect(toCents(sum[name])).toBe(months.reduce((all, item) => all + toCents(item[name]), 0))
        expect(sumFlows(months.toReversed(), flowNames)).toEqual(sum)
      }),
    )
  })

  test('occupancy counts the unit-months of reporting months: with 2 and 4 of 48 units vacant it is 93.75 percent', () => {
    const months = [2, 4, null].map((vacantUnits) => ({ units: 48, vacantUnits }))
    expect(getOccupancy(months)).toBeCloseTo(93.75, 10)
    expect(getOccupancy([])).toBeNull()
  })
})

describe('the tie-outs', () => {
  const account = (code: string, sign = 1, formula: string | null = null) => ({
    chartAccountId: 0,
    code,
    name: code,
    statement: 'Balance sheet',
    section: '1',
    position: 0,
    sign,
    formula,
    programs: null,
    effectiveFrom: 1990,
    effectiveTo: null,
  })
  const accounts = [
    ...['1120', '1320', '1420', '2110', '2113', '2320', '3130'].map((code) => account(code)),
    account('1495', -1),
    account('1000T', 1, '1110..1495'),
    account('2000T', 1, '2105..2390'),
    account('2033T', 1, '2000T + 3130'),
  ]
  const inputs = {
    accounts,
    last: null,
    reserveBalance: null,
    tolerance: 1,
    propertyId: 1,
    periodDate: '2026-03-01',
  } as unknown as Inputs & { propertyId: number; periodDate: string }
  const cents = fc.integer({ min: 0, max: 1e8 })

  test('any balanced books agree, and changing any one figure by more than the tolerance breaks a rule', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 7, maxLength: 7 }),
        fc.nat(8),
        fc.integer({ min: 101, max: 1e6 }),
        (amounts, index, change) => {
          const [
            cash = 0,
            reserve = 0,
            buildings = 0,
            depreciation = 0,
            operations = 0,
            entity = 0,
            mortgage = 0,
          ] = amounts
          const equity = cash + reserve + buildings - depreciation - operations - entity - mortgage
          const sheet = {
            1120: cash,
            1320: reserve,
            1420: buildings,
            1495: depreciation,
            2110: operations,
            2113: entity,
            2320: mortgage,
            3130: equity,
          }
          const computeAges = (young: number) => ({
            payables30: young / 100,
            payables60: 0,
            payables90: 0,
            payablesOver: entity / 100,
          })
          const findBlockingTies = (figures: Record<string, number>, young: number) =>
            getQuarterlyProgramTies(
              {
                balance: Object.entries(figures).map(([code, one]) => ({ code, amount: one / 100 })),
                income: [],
                ...computeAges(young),
              },
              inputs,
            )
              .filter((tie) => !tie.agrees && tie.stops)
              .map((tie) => tie.id)
          expect(findBlockingTies(sheet, operations)).toEqual([])
          const code = Object.keys(sheet)[index] as keyof typeof sheet | undefined
          const after = code
            ? findBlockingTies({ ...sheet, [code]: sheet[code] + change }, operations)
            : findBlockingTies(sheet, operations + change)
          expect(after).not.toEqual([])
        },
      ),
    )
  })
})
