import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '#kernel/model/money.ts'
import { allowedFee, feeUse, maximumOn, raised, roundingSteps, stepOf } from './fees.ts'

const all = (units: number) => Array.from({ length: 12 }, (_, index) => ({ month: index + 1, units }))
const maxima = [{ amount: 45, effectiveDate: '2023-01-01' }]
/** 541 occupied unit-months: eleven months of 45 and one of 46. */
const mapleGrove = [...all(45).slice(1), { month: 1, units: 46 }]

test.each([
  [45, 5.2, 'cent', 47.34],
  [45, 5.2, 'dime', 47.3],
  [45, 5.2, 'dollar', 47],
  [45, 0, 'cent', 45],
  [0.1, 5, 'cent', 0.11],
  [50, 1.01, 'cent', 50.51],
] as const)('MFM %d raised by %d percent to the %s is %d', (amount, percent, step, expected) => {
  expect(raised(amount, percent, step)).toBe(expected)
})

test('MFM raising keeps to the step and lies within half a step of the exact amount', () => {
  const amounts = fc.integer({ min: 0, max: 100_000_00 })
  const points = fc.integer({ min: 0, max: 300_000 })
  fc.assert(
    fc.property(amounts, points, fc.constantFrom('cent', 'dime', 'dollar'), (cents, tenThousandths, step) => {
      const result = BigInt(toCents(raised(cents / 100, tenThousandths / 10_000, step)))
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
])('the rounding step %j is read as %s', (typed, expected) => {
  expect(stepOf(typed)).toBe(expected)
})

test('the maximum in force is the latest that has begun', () => {
  const changed = [...maxima, { amount: 46, effectiveDate: '2023-07-01' }]
  expect(maximumOn(changed, '2022-12-31')).toBeUndefined()
  expect(maximumOn(changed, '2023-06-30')?.amount).toBe(45)
  expect(maximumOn(changed, '2023-07-01')?.amount).toBe(46)
  expect(allowedFee(2023, all(10), changed)).toBe(10 * 6 * 45 + 10 * 6 * 46)
})

describe('CAL-22 the fee used against the maximum', () => {
  test('541 occupied unit-months at $45.00 allow $24,345.00; of $26,000.00 charged $1,655.00 go back', () => {
    expect(feeUse({ year: 2023, months: mapleGrove, charged: 26_000, maxima })).toEqual({
      occupiedUnitMonths: 541,
      allowed: 24_345,
      charged: 26_000,
      perUnitMonth: 48.06,
      excess: 1655,
      missing: [],
    })
  })

  test('a fee below the maximum leaves nothing to pay back', () => {
    expect(feeUse({ year: 2023, months: mapleGrove, charged: 20_000, maxima })).toMatchObject({ excess: 0 })
  })

  test.each([
    [
      { months: null, charged: null, maxima: [] },
      ['occupancy of 2023', 'annual financial statement of 2023', 'maximum of 2023'],
    ],
    [{ months: mapleGrove.slice(2), charged: 1, maxima }, ['occupancy of 2 months of 2023']],
    [{ months: mapleGrove, charged: null, maxima }, ['annual financial statement of 2023']],
    [{ months: mapleGrove, charged: 1, maxima: [] }, ['maximum of 2023']],
  ])('what is not known is said and never made up: %j', (known, missing) => {
    const use = feeUse({ year: 2023, ...known })
    expect(use).toMatchObject({ excess: null, missing })
    expect(use.charged).toBe(known.charged)
  })

  test('a property that stood empty has a maximum of nothing, and no fee a unit', () => {
    expect(feeUse({ year: 2023, months: all(0), charged: 100, maxima })).toMatchObject({
      allowed: 0,
      excess: 100,
      perUnitMonth: null,
    })
  })
})
