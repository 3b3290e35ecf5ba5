import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeScore, getMarks, type Mark, type PartName, partNames, reachesPassMark } from './score.ts'

const weights = { occupancy: 25, inspections: 25, timeliness: 20, financial: 20, training: 10 }
const createMarks = (values: Readonly<Record<PartName, number | null>>): Record<PartName, Mark> =>
  Object.fromEntries(partNames.map((name) => [name, { mark: values[name], source: 'Reviewer' }])) as Record<
    PartName,
    Mark
  >

const arbitraryMark = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
const arbitraryMarks = fc.record(
  Object.fromEntries(partNames.map((name) => [name, arbitraryMark])) as Record<
    PartName,
    typeof arbitraryMark
  >,
)
const arbitraryWeight = fc.integer({ min: 0, max: 100 })
const arbitraryWeights = fc
  .record(
    Object.fromEntries(partNames.map((name) => [name, arbitraryWeight])) as Record<
      PartName,
      typeof arbitraryWeight
    >,
  )
  .filter((item) => Object.values(item).some((value) => value > 0))

describe('score', () => {
  test('worked example: 90 × 25 + 80 × 25 + 70 × 20 + 60 × 20 + 100 × 10 = 78.5', () => {
    const score = computeScore(
      createMarks({ occupancy: 90, inspections: 80, timeliness: 70, financial: 60, training: 100 }),
      weights,
    )
    expect(score.total).toBe(78.5)
    expect(score.parts.map((part) => part.points)).toEqual([22.5, 20, 14, 12, 10])
  })

  test('the total is null while a part with weight has no mark, or if no part has weight', () => {
    const open = { occupancy: 90, inspections: 80, timeliness: 70, financial: 60, training: null }
    expect(computeScore(createMarks(open), weights).total).toBeNull()
    expect(computeScore(createMarks(open), { ...weights, training: 0 }).total).toBe(76.1)
    const nothing = { occupancy: 0, inspections: 0, timeliness: 0, financial: 0, training: 0 }
    expect(computeScore(createMarks({ ...open, training: 5 }), nothing).total).toBeNull()
  })

  test('the score is between the lowest and the highest weighted mark, and equal marks give that score', () => {
    fc.assert(
      fc.property(arbitraryMarks, arbitraryWeights, arbitraryMark, (marksByPart, heavy, equalMark) => {
        const weightedMarks = partNames.filter((name) => heavy[name] > 0).map((name) => marksByPart[name])
        const { total } = computeScore(createMarks(marksByPart), heavy)
        expect(total).toBeGreaterThanOrEqual(Math.min(...weightedMarks))
        expect(total).toBeLessThanOrEqual(Math.max(...weightedMarks))
        const equal = Object.fromEntries(partNames.map((name) => [name, equalMark])) as Record<
          PartName,
          number
        >
        expect(computeScore(createMarks(equal), heavy).total).toBe(equalMark)
      }),
    )
  })

  test('the points of the parts add up to the score, each within 0.1 of its exact share', () => {
    fc.assert(
      fc.property(arbitraryMarks, arbitraryWeights, (marksByPart, heavy) => {
        const { total, parts } = computeScore(createMarks(marksByPart), heavy)
        const totalWeight = partNames.reduce((sum, name) => sum + heavy[name], 0)
        expect(parts.reduce((sum, part) => sum + Math.round(part.points! * 10), 0)).toBe(
          Math.round(total! * 10),
        )
        for (const { name, points } of parts)
          expect(Math.abs(points! - (marksByPart[name] * heavy[name]) / totalWeight)).toBeLessThan(0.1 + 1e-9)
      }),
    )
  })

  test('the pass mark is compared before rounding: 69.96 is displayed as 70.0 and does not pass 70', () => {
    const near = computeScore(
      createMarks({ occupancy: 70, inspections: 70, timeliness: 69.9, financial: 69.9, training: 70 }),
      weights,
    )
    expect(near.total).toBe(70)
    expect([reachesPassMark(70, near), reachesPassMark(69.9, near)]).toEqual([false, true])
    const seventy = { occupancy: 70, inspections: 70, timeliness: 70, financial: 70, training: 70 }
    expect(reachesPassMark(70, computeScore(createMarks(seventy), { ...weights, occupancy: 33.3 }))).toBe(
      true,
    )
    expect(reachesPassMark(70, computeScore(createMarks({ ...seventy, training: null }), weights))).toBeNull()
  })

  test('a better mark never lowers the score, and doubling all weights does not change it', () => {
    fc.assert(
      fc.property(
        arbitraryMarks,
        arbitraryWeights,
        fc.constantFrom(...partNames),
        arbitraryMark,
        (marksByPart, heavy, name, other) => {
          const before = computeScore(createMarks(marksByPart), heavy).total!
          const better = { ...marksByPart, [name]: Math.max(marksByPart[name], other) }
          expect(computeScore(createMarks(better), heavy).total).toBeGreaterThanOrEqual(before)
          const twice = Object.fromEntries(
            partNames.map((partName) => [partName, heavy[partName] * 2]),
          ) as Record<PartName, number>
          expect(computeScore(createMarks(marksByPart), twice).total).toBe(before)
        },
      ),
    )
  })
})

describe('marks', () => {
  const reviewerMarks = {
    occupancyMark: 90,
    inspectionMark: 50,
    timelinessMark: null,
    financialMark: 60,
    trainingMark: 70,
  }
  const performance = { properties: 12, units: 400, inspectedProperties: 5, averageInspectionScore: 87.5 }

  test('the portal’s own inspection score replaces the reviewer’s mark', () => {
    expect(getMarks(reviewerMarks, performance).inspections).toEqual({
      mark: 87.5,
      source: 'Portal: 5 of 12 properties inspected',
    })
    expect(
      getMarks(reviewerMarks, {
        ...performance,
        inspectedProperties: 0,
        averageInspectionScore: null,
      }).inspections,
    ).toEqual({
      mark: 50,
      source: 'Reviewer',
    })
  })
})
