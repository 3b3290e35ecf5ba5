import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import {
  computeFeeUse,
  findInForce,
  getFiscalMonths,
  getLastOfYear,
  type PropertyFeeType,
  parseRoundingStep,
  raiseAmount,
  roundingSteps,
} from './fees.ts'

const monthOf2023 = (index: number) => `2023-${String(index + 1).padStart(2, '0')}-01`
const period = Array.from({ length: 12 }, (_, index) => monthOf2023(index))
const createMonths = (units: number) =>
  Array.from({ length: 12 }, (_, index) => ({ month: monthOf2023(index), units }))
const usual = { managementFeeTypeId: 1, amount: 45, percent: null, effectiveDate: '2023-01-01' }
const maxima = [
  usual,
  { managementFeeTypeId: 2, amount: 12.5, percent: null, effectiveDate: '2023-01-01' },
  { managementFeeTypeId: 3, amount: null, percent: 7, effectiveDate: '2023-01-01' },
]
const kinds: PropertyFeeType[] = [
  { managementFeeTypeId: 1, basis: 'Occupied unit month', effectiveDate: '0001-01-01' },
]
const leaseUp = (effectiveDate: string): PropertyFeeType => ({
  managementFeeTypeId: 2,
  basis: 'Unit month',
  effectiveDate,
})
/** 541 occupied unit-months: eleven months of 45 units and one of 46. */
const mapleGrove = [...createMonths(45).slice(1), { month: '2023-01-01', units: 46 }]

test.each([
  [45, 5.2, 'cent', 47.34],
  [45, 5.2, 'dime', 47.3],
  [45, 5.2, 'dollar', 47],
  [45, 0, 'cent', 45],
  [0.1, 5, 'cent', 0.11],
  [50, 1.01, 'cent', 50.51],
] as const)('MFM %d raised by %d percent to the %s is %d', (amount, percent, step, expected) => {
  expect(raiseAmount(amount, percent, step)).toBe(expected)
})

test('MFM a raised amount is a multiple of the step, within half a step of the exact amount', () => {
  const amounts = fc.integer({ min: 0, max: 100_000_00 })
  const points = fc.integer({ min: 0, max: 300_000 })
  fc.assert(
    fc.property(amounts, points, fc.constantFrom('cent', 'dime', 'dollar'), (cents, tenThousandths, step) => {
      const result = BigInt(toCents(raiseAmount(cents / 100, tenThousandths / 10_000, step)))
      const unit = BigInt(roundingSteps[step])
      const exact = BigInt(cents) * BigInt(1_000_000 + tenThousandths)
      expect(result % unit).toBe(0n)
      const off = result * 1_000_000n - exact
      expect((off < 0n ? -off : off) * 2n <= unit * 1_000_000n).toBe(true)
    }),
  )
})

test.each([
  ['Dime', 'dime'],
  [' dollar ', 'dollar'],
  ['penny', 'cent'],
  ['constructor', 'cent'],
])('the rounding step %j is read as %s', (input, expected) => {
  expect(parseRoundingStep(input)).toBe(expected)
})

test('inForceOn returns the latest maximum that has begun', () => {
  const changed = [...maxima, { ...usual, amount: 46, effectiveDate: '2023-07-01' }]
  expect(findInForce(changed, '2022-12-31')).toBeUndefined()
  expect(findInForce(changed, '2023-06-30')?.amount).toBe(45)
  expect(findInForce(changed, '2023-07-01')?.amount).toBe(46)
})

test('lastOfYear returns for each type the maximum in force at the end of the year', () => {
  const makeMaximum = (year: number, managementFeeTypeId: number, effectiveDate: string) => ({
    year,
    managementFeeTypeId,
    effectiveDate,
  })
  const all = [
    makeMaximum(2023, 1, '2023-01-01'),
    makeMaximum(2023, 1, '2023-07-01'),
    makeMaximum(2023, 2, '2023-01-01'),
    makeMaximum(2022, 3, '2022-01-01'),
  ]
  expect(getLastOfYear(all, 2023)).toEqual([all[1], all[2]])
})

describe('CAL-22 the fee used compared with the maximum', () => {
  const feeFacts = {
    year: 2023,
    period,
    units: 50,
    months: mapleGrove,
    collected: null,
    charged: 26_000,
    maxima,
    kinds,
  }

  test('541 occupied unit-months at $45.00 allow $24,345.00, and of $26,000.00 charged $1,655.00 is excess', () => {
    expect(computeFeeUse(feeFacts)).toEqual({
      occupiedUnitMonths: 541,
      allowed: 24_345,
      charged: 26_000,
      perUnitMonth: 48.06,
      perUnitMaximum: 45,
      excess: 1655,
      missing: [],
    })
  })

  test('a fee below the maximum has no excess, and a maximum applies until the next, also past the end of its year', () => {
    expect(computeFeeUse({ ...feeFacts, charged: 20_000 })).toMatchObject({ excess: 0 })
    const later = (month: string) => month.replace('2023', '2024')
    const months = mapleGrove.map(({ month, units }) => ({ month: later(month), units }))
    expect(computeFeeUse({ ...feeFacts, year: 2024, period: period.map(later), months })).toMatchObject({
      allowed: 24_345,
    })
  })

  test.each([
    ['from the first of a month', '2023-07-01', 10 * 6 * 45 + 10 * 6 * 46],
    [
      'from a day within a month, by its days',
      '2023-07-11',
      10 * 6 * 45 + 10 * 5 * 46 + (10 * (10 * 45 + 21 * 46)) / 31,
    ],
    ['on the last day of the year', '2023-12-31', 10 * 11 * 45 + (10 * (30 * 45 + 46)) / 31],
  ])('a second maximum of the year applies %s', (_, effectiveDate, expected) => {
    const changed = [...maxima, { ...usual, amount: 46, effectiveDate }]
    expect(computeFeeUse({ ...feeFacts, months: createMonths(10), maxima: changed }).allowed).toBe(
      Math.round(expected * 100) / 100,
    )
  })

  test('during lease-up all units count, from the first day of lease-up until its end', () => {
    const leasing = [...kinds, leaseUp('2023-03-01'), { ...kinds[0]!, effectiveDate: '2023-06-16' }]
    const use = computeFeeUse({ ...feeFacts, months: createMonths(10), kinds: leasing })
    expect(use.allowed).toBe(2 * 450 + 3 * 50 * 12.5 + (50 * 12.5 * 15 + 450 * 15) / 30 + 6 * 450)
    // Occupancy is not reported as missing for months whose fee does not depend on it.
    const unknown = computeFeeUse({
      ...feeFacts,
      months: createMonths(10).slice(5),
      kinds: [leaseUp('2000-01-01')],
    })
    expect(unknown).toMatchObject({
      allowed: 7500,
      occupiedUnitMonths: null,
      perUnitMonth: null,
      excess: 18_500,
    })
  })

  test('a fee by percent is limited by the rent collected, in proportion to the days of the year', () => {
    const percent = {
      managementFeeTypeId: 3,
      basis: 'Percent of collected rent' as const,
      effectiveDate: '2000-01-01',
    }
    const byPercent = { ...feeFacts, collected: 365_000, kinds: [percent] }
    expect(computeFeeUse(byPercent)).toMatchObject({ allowed: 25_550, excess: 450, missing: [] })
    const half = [{ ...percent, effectiveDate: '2023-01-31' }]
    expect(computeFeeUse({ ...byPercent, months: createMonths(0), kinds: [...kinds, ...half] }).allowed).toBe(
      335 * 70,
    )
    expect(computeFeeUse({ ...byPercent, collected: null })).toMatchObject({
      allowed: null,
      missing: ['rent collected in 2023'],
    })
  })

  test.each([
    [
      { months: null, charged: null, maxima: [] },
      ['occupancy of 2023', 'annual financial statement of 2023', 'maximum of 2023'],
    ],
    [{ months: mapleGrove.slice(2), charged: 1 }, ['occupancy of 2 months of 2023']],
    [{ charged: null }, ['annual financial statement of 2023']],
    [{ maxima: [{ ...usual, effectiveDate: '2023-01-02' }] }, ['maximum of 2023']],
  ])('missing figures are listed and never made up: %j', (change, missing) => {
    const figures = { ...feeFacts, ...change }
    const use = computeFeeUse(figures)
    expect(use).toMatchObject({ excess: null, missing })
    expect(use.charged).toBe(figures.charged)
  })

  test('a fiscal year uses its own months, and the maximum of each day in it', () => {
    const books = getFiscalMonths({ first: '2022-10-01', last: '2023-09-30' })
    expect([books.length, books[0], books.at(-1)]).toEqual([12, '2022-10-01', '2023-09-01'])
    expect(getFiscalMonths({ first: '2022-12-26', last: '2023-12-24' })).toEqual(period)
    const months = books.map((month) => ({ month, units: month < '2023' ? 40 : 45 }))
    const changed = [{ ...usual, amount: 44, effectiveDate: '2022-01-01' }, usual]
    expect(
      computeFeeUse({ ...feeFacts, period: books, months, maxima: changed, charged: 23_100 }),
    ).toMatchObject({
      occupiedUnitMonths: 525,
      allowed: 3 * 40 * 44 + 9 * 45 * 45,
      perUnitMonth: 44,
      perUnitMaximum: 44.75,
    })
  })

  test('an empty property has a maximum of 0 and no fee per unit', () => {
    expect(computeFeeUse({ ...feeFacts, months: createMonths(0), charged: 100 })).toMatchObject({
      allowed: 0,
      excess: 100,
      perUnitMonth: null,
      missing: ['occupied units in 2023'],
    })
  })
})
