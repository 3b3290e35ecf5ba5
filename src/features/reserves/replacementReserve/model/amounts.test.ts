import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computePerUnit, isBelowMinimum } from '#core/money/reserves/model/index.ts'
import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import { getRequestWarnings } from './rules.ts'

const rules = { invoiceMaxAgeDays: 365, bidsRequiredFrom: 1000, bidsCount: 3, minimumPerUnit: 1000 }

describe('balance per unit and minimum', () => {
  const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })
  const units = fc.integer({ min: 1, max: 5000 })

  test.each([
    [43_910, 48, 914.79],
    [0.57, 2, 0.29],
    [-0.57, 2, -0.29],
    [1.13, 2, 0.57],
    [100, 0, 0],
    [100, -1, 0],
  ])('$%d over %i units are $%d per unit', (balance, count, expected) => {
    expect(computePerUnit(balance, count)).toBe(expected)
  })

  test('the amount per unit is balance / units, rounded to the cent with halves away from zero', () => {
    fc.assert(
      fc.property(cents, units, (balance, count) => {
        const size = BigInt(Math.abs(balance))
        const rounded = Number((2n * size + BigInt(count)) / (2n * BigInt(count)))
        expect(computePerUnit(balance / 100, count)).toBe(
          rounded === 0 ? 0 : (Math.sign(balance) * rounded) / 100,
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('a balance is below the minimum exactly if it is below minimum × units, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        units,
        fc.integer({ min: -3, max: 3 }),
        (minimum, count, difference) => {
          const balance = minimum * count + difference
          expect(isBelowMinimum(balance / 100, count, { minimumPerUnit: minimum / 100 })).toBe(difference < 0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('warnings', () => {
  const categories = new Map([
    [1, { name: 'Roof', eligible: true, warning: null, usefulLifeYears: 20 }],
    [13, { name: 'Interior repainting', eligible: false, warning: 'Paid from a painting reserve only.' }],
    [14, { name: 'Parts', eligible: false, warning: null }],
  ])
  const getWarnings = (items: Parameters<typeof getRequestWarnings>[0], balance = 1_000_000) =>
    getRequestWarnings(items, categories, { balance, units: 48 }, rules)
  const item = { categoryId: 1, claimedAmount: 100, age: 25 }

  test('items that break no rule give no warning', () => {
    expect(getWarnings([item, { categoryId: null, claimedAmount: null }])).toEqual([])
  })

  test('an ineligible category gives its own warning, or a general one if it has none', () => {
    expect(getWarnings([item, { ...item, categoryId: 13 }, { ...item, categoryId: 14 }])).toEqual([
      { field: 'items.1.categoryId', message: 'Paid from a painting reserve only.' },
      { field: 'items.2.categoryId', message: 'Parts is usually not paid from a reserve.' },
    ])
  })

  test.each([
    [9, true],
    [10, false],
    [0, true],
    [null, false],
  ])('an item replaced after %s of 20 years of useful life warns about its age: %s', (age, warns) => {
    expect(getWarnings([{ ...item, age }]).map((fault) => fault.field)).toEqual(warns ? ['items.0.age'] : [])
  })

  test('the remaining balance uses approved amounts, or claimed amounts of undecided items', () => {
    const items = [
      { ...item, claimedAmount: 30_000, approvedAmount: 10_000 },
      { ...item, claimedAmount: 5000, approvedAmount: null },
    ]
    expect(sumDrawn(items)).toBe(15_000)
    expect(getWarnings(items, 63_000)).toEqual([])
    expect(getWarnings(items, 62_999.99)[0]?.message).toMatch('After this request $47,999.99 would remain')
    expect(getWarnings(items, 14_999)[0]?.message).toMatch(
      'The total of $15,000.00 claimed, approved where decided is above',
    )
    expect([describeDrawn([item]), describeDrawn([items[0]!])]).toEqual(['claimed', 'approved'])
  })

  test('a total above the balance or a remainder below the minimum gives one warning', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 12_000_000 }),
        (claims, balance) => {
          const claimed = claims.reduce((sum, claim) => sum + claim, 0)
          const messages = getWarnings(
            claims.map((claim) => ({ ...item, claimedAmount: claim / 100 })),
            balance / 100,
          ).map((fault) => fault.message)
          if (claimed > balance)
            expect(messages).toEqual([expect.stringContaining('is above the reserve balance')])
          else if (balance - claimed < 4_800_000)
            expect(messages).toEqual([expect.stringContaining('below the minimum of $1,000.00')])
          else expect(messages).toEqual([])
        },
      ),
    )
  })
})
