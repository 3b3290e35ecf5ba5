import { describe, expect, test } from 'vitest'
import { drawPositions, findSubstitutePosition, getDrawSeed, getSampleSize } from './sample.ts'

const steps = (
  [
    ...[
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [6, 5],
      [7, 6],
      [9, 7],
      [11, 8],
      [13, 9],
      [16, 10],
      [18, 11],
      [21, 12],
      [25, 13],
      [29, 14],
    ],
    ...[
      [34, 15],
      [40, 16],
      [47, 17],
      [56, 18],
      [67, 19],
      [81, 20],
      [101, 21],
      [130, 22],
      [175, 23],
      [257, 24],
      [449, 25],
      [1461, 26],
      [5000, 27],
    ],
  ] as [number, number][]
).map(([lowIncomeUnits, sampleUnits]) => ({ lowIncomeUnits, sampleUnits }))

describe('INP the sample of units', () => {
  test('domain 47.7: sampleSize gives the sizes of the sampling chart', () => {
    const sizesByUnits = {
      1: 1,
      4: 4,
      5: 5,
      6: 5,
      7: 6,
      8: 7,
      10: 8,
      20: 12,
      24: 13,
      48: 18,
      100: 21,
      150: 23,
      250: 24,
      449: 25,
      450: 26,
      1461: 26,
      1462: 27,
    }
    for (const [units, size] of Object.entries(sizesByUnits))
      expect(getSampleSize(Number(units), steps), units).toBe(size)
    expect([getSampleSize(0, steps), getSampleSize(5001, steps), getSampleSize(3, [])]).toEqual([0, 27, 0])
  })

  test('the sample size never falls as units increase, and never exceeds the number of units', () => {
    for (let units = 1; units < 1500; units += 1) {
      expect(getSampleSize(units + 1, steps)).toBeGreaterThanOrEqual(getSampleSize(units, steps))
      expect(getSampleSize(units, steps)).toBeLessThanOrEqual(units)
    }
  })

  test('the same seed draws the same units again, and another draw or inspection draws others', () => {
    const first = drawPositions(48, 18, getDrawSeed(12, 1))
    expect(drawPositions(48, 18, getDrawSeed(12, 1))).toEqual(first)
    expect(drawPositions(48, 18, getDrawSeed(12, 2))).not.toEqual(first)
    expect(drawPositions(48, 18, getDrawSeed(13, 1))).not.toEqual(first)
    expect(new Set(first).size).toBe(18)
    expect(first).toEqual(first.toSorted((number, other) => number - other))
    expect(Math.min(...first)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...first)).toBeLessThanOrEqual(48)
    expect(drawPositions(4, 4, 'all')).toEqual([1, 2, 3, 4])
  })

  test('over 2,000 draws of 12 from 20 units, each unit is drawn about 1,200 times', () => {
    const counts = new Map<number, number>()
    for (let draw = 1; draw <= 2000; draw += 1)
      for (const place of drawPositions(20, 12, getDrawSeed(7, draw)))
        counts.set(place, (counts.get(place) ?? 0) + 1)
    for (let place = 1; place <= 20; place += 1) {
      expect(counts.get(place)).toBeGreaterThan(1100)
      expect(counts.get(place)).toBeLessThan(1300)
    }
  })

  test.each<[units: number, sample: number[], substitute: number | null]>([
    [10, [2, 5, 7], 8],
    [10, [2, 5, 10], 1],
    [3, [1, 2, 3], null],
    [0, [], null],
  ])(
    'of %i units with %j in the sample, %s takes the place of one where nobody was home',
    (units, sample, substitute) => {
      expect(findSubstitutePosition(units, sample)).toBe(substitute)
    },
  )
})
