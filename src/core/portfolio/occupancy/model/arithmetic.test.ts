import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeAverageOccupancy,
  computeExpectedVacancy,
  computePhysicalOccupancy,
  computeRentableOccupancy,
  countMonthsBelow,
  countOccupiedUnitMonths,
  formatOccupancy,
  isBelowThreshold,
  isWatchCandidate,
} from './index.ts'

const arbitraryMonth = fc
  .integer({ min: 1, max: 2000 })
  .chain((units) => fc.record({ units: fc.constant(units), vacant: fc.integer({ min: 0, max: units }) }))

describe('domain 17.5, examples', () => {
  test('Maple Grove: 3 vacant of 48 is 93.75, 8 vacant is 83.33', () => {
    expect(computePhysicalOccupancy({ units: 48, vacant: 3 })).toBe(93.75)
    expect(computePhysicalOccupancy({ units: 48, vacant: 8 })).toBe(83.33)
    expect(formatOccupancy(93.75)).toBe('93.75%')
    expect(formatOccupancy(computePhysicalOccupancy({ units: 0, vacant: 0 }))).toBe('–')
  })

  test('an occupancy of exactly 85 percent is not below 85', () => {
    expect(isBelowThreshold({ units: 20, vacant: 3 }, 85)).toBe(false)
    expect(isBelowThreshold({ units: 48, vacant: 8 }, 85)).toBe(true)
    expect(isBelowThreshold({ units: 48, vacant: null }, 85)).toBe(false)
  })

  test('three months below the threshold in a row propose the watch list, and an unreported month breaks the row', () => {
    const months = [
      { units: 1000, vacant: 151 },
      { units: 1000, vacant: 188 },
      { units: 1000, vacant: 167 },
    ]
    expect(months.map(computePhysicalOccupancy)).toEqual([84.9, 81.2, 83.3])
    expect(isWatchCandidate(months, 85, 3)).toBe(true)
    expect(isWatchCandidate(months.slice(1), 85, 3)).toBe(false)
    expect(countMonthsBelow([months[0]!, { units: 1000, vacant: null }, months[2]!], 85)).toBe(1)
  })

  test('off-line units count as vacant in physical occupancy and are left out of rentable occupancy', () => {
    const month = { units: 24, vacant: 4, offLine: 1 }
    expect([computePhysicalOccupancy(month), computeRentableOccupancy(month)]).toEqual([83.33, 86.96])
  })

  test('expected vacant units are those of the month before plus move-outs minus move-ins', () => {
    expect(computeExpectedVacancy(6, { moveIns: 3, moveOuts: 2, vacant: 5 })).toEqual({
      expected: 5,
      over: 0,
    })
    expect(computeExpectedVacancy(6, { moveIns: 3, moveOuts: 2, vacant: 6 })).toEqual({
      expected: 5,
      over: 1,
    })
  })

  test('domain 22: Maple Grove has 541 occupied unit-months in the example year', () => {
    const year = Array.from({ length: 12 }, (_, index) => ({ units: 48, vacant: index === 0 ? 2 : 3 }))
    expect(countOccupiedUnitMonths(year)).toBe(541)
    expect(computeAverageOccupancy(year)).toBe(93.92)
  })
})

describe('for every count', () => {
  test('a percent is between 0 and 100, and `isBelow` agrees with a comparison in whole numbers', () => {
    fc.assert(
      fc.property(arbitraryMonth, fc.integer({ min: 1, max: 100 }), (month, threshold) => {
        const percent = computePhysicalOccupancy(month)!
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(isBelowThreshold(month, threshold)).toBe(
          (month.units - month.vacant) * 100 < threshold * month.units,
        )
      }),
    )
  })

  test('an average is between its lowest and highest month and is weighted by units', () => {
    fc.assert(
      fc.property(fc.array(arbitraryMonth, { minLength: 1, maxLength: 36 }), (months) => {
        const all = months.map((month) => computePhysicalOccupancy(month)!)
        const average = computeAverageOccupancy(months)!
        expect(average).toBeGreaterThanOrEqual(Math.min(...all) - 0.01)
        expect(average).toBeLessThanOrEqual(Math.max(...all) + 0.01)
        const units = months.reduce((sum, item) => sum + item.units, 0)
        expect(average).toBeCloseTo((100 * countOccupiedUnitMonths(months)) / units, 1)
      }),
    )
  })
})
