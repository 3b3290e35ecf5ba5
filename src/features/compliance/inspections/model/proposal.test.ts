import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InspectorCapacity, proposePlan, type VisitToPlan } from './proposal.ts'

const YEAR = 2027
const TODAY = '2027-03-10'
const month = (index: number) => `${YEAR}-${String(index + 1).padStart(2, '0')}-01`
const years = { today: TODAY, year: YEAR }

const arbitraryInspectors = fc
  .array(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), { minLength: 1, maxLength: 3 })
  .map((all) =>
    all.map(
      (free, index): InspectorCapacity => ({
        complianceInspectorId: index + 1,
        name: `Inspector ${index + 1}`,
        regionName: null,
        free: Object.fromEntries(free.map((count, index) => [month(index), count])),
      }),
    ),
  )
/** Due days from mid-2026, so that some are overdue, through the end of 2027. */
const arbitraryDueDay = fc
  .integer({ min: -6, max: 11 })
  .map((index) =>
    index < 0 ? `2026-${String(12 + index).padStart(2, '0')}-20` : month(index).replace(/01$/, '28'),
  )
const generateVisits = (arbitrary: fc.Arbitrary<number | null>) =>
  fc
    .array(
      fc.record({
        dueBy: arbitraryDueDay,
        countyName: fc.constantFrom('Cole County', 'Boone County', null),
        regionName: fc.constant(null),
        complianceInspectorId: arbitrary,
      }),
      { maxLength: 30 },
    )
    .map((all) => all.map((visit, index): VisitToPlan => ({ ...visit, propertyId: index + 1 })))

test('no inspector exceeds their capacity, no past month is proposed, and each visit is proposed once or listed as without room', () => {
  fc.assert(
    fc.property(
      generateVisits(fc.constantFrom(null, 1, 2, 99)),
      arbitraryInspectors,
      (visits, inspectors) => {
        const { proposed, without } = proposePlan(visits, inspectors, years)
        for (const { complianceInspectorId: id, free } of inspectors)
          for (const [visitMonth, count] of Object.entries(free))
            expect(
              proposed.filter(
                (proposed) => proposed.complianceInspectorId === id && proposed.month === visitMonth,
              ).length,
            ).toBeLessThanOrEqual(count)
        expect(
          proposed.every((proposed) => proposed.month >= '2027-03-01' && proposed.month <= '2027-12-01'),
        ).toBe(true)
        expect(
          [...proposed.map((proposed) => proposed.propertyId), ...without].toSorted((a, b) => a - b),
        ).toEqual(visits.map((visit) => visit.propertyId))
        for (const { propertyId, complianceInspectorId } of proposed) {
          const inspectorId = visits.find((visit) => visit.propertyId === propertyId)!.complianceInspectorId
          if (inspectorId !== null) expect(complianceInspectorId).toBe(inspectorId)
        }
      },
    ),
  )
})

/**
 * Counts independently how many visits can be on time: month by month, visits that are due use the capacity
 * accumulated so far.
 */
function countMostOnTime(visits: readonly VisitToPlan[], inspectors: readonly InspectorCapacity[]): number {
  let [room, onTimeCount] = [0, 0]
  for (let index = 2; index < 12; index += 1) {
    room += inspectors.reduce((sum, { free }) => sum + (free[month(index)] ?? 0), 0)
    const dueInMonth = visits.filter(
      ({ dueBy }) => dueBy >= TODAY && dueBy.startsWith(month(index).slice(0, 7)),
    ).length
    const visitCount = Math.min(room, dueInMonth)
    onTimeCount += visitCount
    room -= visitCount
  }
  return onTimeCount
}

test('as many visits as possible are on time, and no visit is left without a month while there is capacity', () => {
  fc.assert(
    fc.property(generateVisits(fc.constant(null)), arbitraryInspectors, (visits, inspectors) => {
      const { proposed, without } = proposePlan(visits, inspectors, years)
      const dueByKey = new Map(visits.map((visit) => [visit.propertyId, visit.dueBy]))
      // Overdue visits are placed first, so their capacity is subtracted before the others are counted.
      const overdue = proposed.filter((proposed) => dueByKey.get(proposed.propertyId)! < TODAY)
      const remainingRooms = inspectors.map(({ complianceInspectorId: id, free, ...room }) => ({
        ...room,
        complianceInspectorId: id,
        free: Object.fromEntries(
          Object.entries(free).map(([at, count]) => [
            at,
            count -
              overdue.filter((proposed) => proposed.complianceInspectorId === id && proposed.month === at)
                .length,
          ]),
        ),
      }))
      const inTime = proposed.filter((proposed) => {
        const dueBy = dueByKey.get(proposed.propertyId)!
        return dueBy >= TODAY && proposed.month.slice(0, 7) <= dueBy.slice(0, 7)
      })
      expect(inTime).toHaveLength(countMostOnTime(visits, remainingRooms))
      const all = inspectors.reduce(
        (sum, { free }) =>
          sum +
          Array.from({ length: 10 }, (_, index) => free[month(index + 2)] ?? 0).reduce((a, b) => a + b, 0),
        0,
      )
      expect(without).toHaveLength(Math.max(0, visits.length - all))
    }),
  )
})

test('the reason refers to the due month, and visits of one county go to one inspector', () => {
  const free = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [month(index), 2]))
  const inspectors = [1, 2].map(
    (id): InspectorCapacity => ({
      complianceInspectorId: id,
      name: `Inspector ${id}`,
      regionName: null,
      free,
    }),
  )
  const visit = (propertyId: number, dueBy: string, countyName = 'Cole County') => ({
    propertyId,
    dueBy,
    countyName,
    regionName: null,
    complianceInspectorId: null,
  })
  const { proposed } = proposePlan(
    [
      visit(1, '2027-06-12'),
      visit(2, '2027-06-15'),
      visit(3, '2027-06-20', 'Pike County'),
      visit(4, '2027-01-05', 'Pike County'),
    ],
    inspectors,
    years,
  )
  expect(
    proposed.map((proposed) => [proposed.propertyId, proposed.month, proposed.complianceInspectorId]),
  ).toEqual([
    ...[
      [4, '2027-03-01', 1],
      [1, '2027-06-01', 1],
      [2, '2027-06-01', 1],
      [3, '2027-06-01', 2],
    ],
  ])
  expect(proposed[2]!.why).toBe('Last month in time; 1 more in Cole County')
  expect(proposed[0]!.why).toBe('Overdue: first month with room; has most room')
})

test('the longest overdue visit takes the first month, and inspectors remain in the region of their office', () => {
  const free = { '2027-03-01': 1, '2027-04-01': 1 }
  const inspectors: InspectorCapacity[] = [
    { complianceInspectorId: 1, name: 'West', regionName: 'West', free },
    { complianceInspectorId: 2, name: 'East', regionName: 'East', free },
  ]
  const visit = (propertyId: number, dueBy: string, regionName: string) => ({
    propertyId,
    dueBy,
    regionName,
    countyName: null,
    complianceInspectorId: null,
  })
  const { proposed, without } = proposePlan(
    [
      visit(1, '2027-04-20', 'West'),
      visit(2, '2026-12-01', 'West'),
      visit(3, '2024-08-01', 'West'),
      visit(4, '2027-02-01', 'East'),
      visit(5, '2027-02-02', 'South'),
    ],
    inspectors,
    years,
  )
  expect(
    proposed.map((proposed) => [proposed.propertyId, proposed.month, proposed.complianceInspectorId]),
  ).toEqual([
    ...[
      [3, '2027-03-01', 1],
      [2, '2027-04-01', 1],
      [4, '2027-03-01', 2],
      // No inspector has an office in the South.
      [5, '2027-04-01', 2],
    ],
  ])
  expect(without).toEqual([1])
})
