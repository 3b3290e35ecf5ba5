import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDesignations } from './rules.ts'
import { countStepsLeft, getAverageIncome, isOverIncome, type TestedUnit } from './test.ts'

const limits = { mostAverage: 60, leastShare: 40, overIncome: 140 }
const unit = (designatedPercent: number | null, more: Partial<TestedUnit> = {}): TestedUnit => ({
  unit: '1',
  designatedPercent,
  outsideGroup: false,
  vacant: false,
  tenantIncomePercent: null,
  ...more,
})
const makeUnits = (...parts: [number, number | null][]) =>
  parts.flatMap(([count, percent], part) =>
    Array.from({ length: count }, (_, index) => unit(percent, { unit: `${part + 1}-${index + 1}` })),
  )

describe('AIT domain 34, the worked examples', () => {
  test.each([
    [
      [
        [2, 30],
        [3, 50],
        [3, 60],
        [2, 80],
      ],
      10,
      { average: 55, holds: true, room: 50, removed: 0 },
    ],
    [
      [
        [8, 40],
        [24, 60],
        [16, 70],
      ],
      48,
      { average: 60, holds: true, room: 0, removed: 0 },
    ],
    [
      [
        [7, 40],
        [1, 50],
        [24, 60],
        [16, 70],
      ],
      48,
      { average: 60.2083, holds: false, room: -10, removed: 1 },
    ],
  ] as const)('%j of %i units', (parts, total, { removed, ...expected }) => {
    const outcome = getAverageIncome(makeUnits(...(parts as unknown as [number, number][])), total, limits)
    expect(outcome).toMatchObject(expected)
    expect(outcome.removed).toHaveLength(removed)
    expect(outcome.groupHolds).toBe(true)
  })

  test('the highest designations drop out first, the last listed among equals, and the others meet the test', () => {
    const outcome = getAverageIncome(makeUnits([7, 40], [1, 50], [24, 60], [16, 70]), 48, limits)
    expect(outcome.removed.map((testedUnit) => testedUnit.unit)).toEqual(['4-16'])
    expect(outcome).toMatchObject({ averageLeft: 60, share: 97.92 })
  })

  test('an average of 60.01 fails, because it is not rounded before the comparison', () => {
    const outcome = getAverageIncome(makeUnits([999, 60], [1, 70]), 1000, limits)
    expect(outcome).toMatchObject({ average: 60.01, holds: false, room: -10 })
  })

  test('market units count only in the total, and fewer than 40 percent of all units fail', () => {
    expect(getAverageIncome(makeUnits([4, 50], [6, null]), 10, limits)).toMatchObject({
      average: 50,
      holds: true,
      share: 40,
    })
    expect(getAverageIncome(makeUnits([4, 50], [6, null]), 11, limits)).toMatchObject({
      average: 50,
      holds: false,
    })
    expect(getAverageIncome([], null, limits)).toMatchObject({
      average: null,
      holds: false,
      share: null,
      room: 0,
    })
  })

  test('vacant units retain their designation, and the owner may leave a unit out', () => {
    const units = [unit(40, { vacant: true }), unit(80), unit(80, { outsideGroup: true })]
    expect(getAverageIncome(units, 3, limits)).toMatchObject({ average: 60, holds: true, room: 0 })
    expect(countStepsLeft(39)).toBe(3)
    expect(countStepsLeft(-5)).toBe(0)
  })

  test.each([
    [30, 84, false],
    [30, 84.0001, true],
    [80, 112, false],
    [80, 112.0001, true],
    [null, 200, false],
  ])(
    'a household is over income above 140 percent of the greater of 60 and its own: %s with %s is %s',
    (percent, income, over) => {
      expect(isOverIncome(unit(percent, { tenantIncomePercent: income }), limits)).toBe(over)
      expect(isOverIncome(unit(percent, { tenantIncomePercent: income, vacant: true }), limits)).toBe(false)
    },
  )
})

describe('AIT properties of the arithmetic', () => {
  const units = fc.array(
    fc.record({ percent: fc.option(fc.integer({ min: 2, max: 8 })), outsideGroup: fc.boolean() }),
    { maxLength: 60 },
  )
  test('the remaining units meet the average, no unit drops out needlessly, and higher ones drop out first', () => {
    fc.assert(
      fc.property(units, (samples) => {
        const all = samples.map((item, index) =>
          unit(item.percent === null ? null : item.percent * 10, {
            unit: String(index),
            outsideGroup: item.outsideGroup,
          }),
        )
        const { group, removed, averageLeft, room, average } = getAverageIncome(all, all.length, limits)
        const remaining = group.filter((testedUnit) => !removed.includes(testedUnit))
        expect(averageLeft ?? 0).toBeLessThanOrEqual(60)
        expect(removed.length === 0).toBe(room >= 0)
        expect((average ?? 0) <= 60).toBe(room >= 0)
        const lowestGone = Math.min(...removed.map((testedUnit) => testedUnit.designatedPercent ?? 0))
        for (const testedUnit of remaining)
          expect(testedUnit.designatedPercent).toBeLessThanOrEqual(lowestGone)
        const last = removed.at(-1)
        if (last) {
          const before = [...remaining, last].reduce(
            (sum, testedUnit) => sum + (testedUnit.designatedPercent ?? 0),
            0,
          )
          expect(before).toBeGreaterThan(60 * (remaining.length + 1))
        }
      }),
    )
  })
})

describe('AIT-1 to 5 faults of designations', () => {
  const unitTypes = [{ projectRoomTypeId: 1, name: 'One bedroom', bedrooms: 1, count: 2 }]
  const existing = { unitTypes, units: [{ averageIncomeTestId: 7, designatedPercent: 60, reason: 'Old' }] }
  const makeUnit = (more: object) => ({
    averageIncomeTestId: 0,
    unit: '1',
    projectRoomTypeId: 1,
    designatedPercent: 60,
    effectiveDate: '2026-01-01',
    ...more,
  })
  test.each([
    [{ unit: ' ' }, 'units.0.unit', /required/],
    [{ projectRoomTypeId: 9 }, 'units.0.projectRoomTypeId', /choose one of this property/],
    [{ designatedPercent: 55 }, 'units.0.designatedPercent', /20, 30, 40, 50, 60, 70 or 80/],
    [{ effectiveDate: null }, 'units.0.effectiveDate', /required/],
    [{ tenantIncomePercent: -1 }, 'units.0.tenantIncomePercent', /0 or more/],
    [{ averageIncomeTestId: 7, designatedPercent: 70 }, 'units.0.reason', /redesignated from 60%/],
    [{ averageIncomeTestId: 7, designatedPercent: 70, reason: 'Old' }, 'units.0.reason', /Say why/],
  ])('%j names %s', (more, field, regExp) => {
    expect(checkDesignations([makeUnit(more)], existing)).toEqual([
      { field, message: expect.stringMatching(regExp) },
    ])
  })
  test('a unit is listed once, there are no more units than the property has, and a market unit needs no day', () => {
    const faults = checkDesignations(
      [makeUnit({}), makeUnit({ unit: '1 ' }), makeUnit({ unit: '3' })],
      existing,
    )
    expect(faults.map((fault) => fault.field)).toEqual(['units.1.unit', 'units'])
    expect(faults[1]?.message).toBe('One bedroom: 3 units are listed, but the property has 2.')
    expect(checkDesignations([makeUnit({ designatedPercent: null, effectiveDate: null })], existing)).toEqual(
      [],
    )
    expect(
      checkDesignations(
        [makeUnit({ averageIncomeTestId: 7, designatedPercent: 50, reason: 'Swap' })],
        existing,
      ),
    ).toEqual([])
  })
})
