import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProposedFor, proposePlan, type Room } from './proposal.ts'

const YEAR = 2027
const TODAY = '2027-03-10'
const month = (index: number) => `${YEAR}-${String(index + 1).padStart(2, '0')}-01`
const years = { today: TODAY, year: YEAR }

const rooms = fc
  .array(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), { minLength: 1, maxLength: 3 })
  .map((all) =>
    all.map(
      (free, index): Room => ({
        complianceInspectorId: index + 1,
        name: `Inspector ${index + 1}`,
        regionName: null,
        free: Object.fromEntries(free.map((count, index) => [month(index), count])),
      }),
    ),
  )
/** A due day from the year before on, so that some are overdue, to its end. */
const due = fc
  .integer({ min: -6, max: 11 })
  .map((index) =>
    index < 0 ? `2026-${String(12 + index).padStart(2, '0')}-20` : month(index).replace(/01$/, '28'),
  )
const getVisits = (arbitrary: fc.Arbitrary<number | null>) =>
  fc
    .array(
      fc.record({
        dueBy: due,
        countyName: fc.constantFrom('Cole County', 'Boone County', null),
        regionName: fc.constant(null),
        complianceInspectorId: arbitrary,
      }),
      { maxLength: 30 },
    )
    .map((all) => all.map((visit, index): ProposedFor => ({ ...visit, propertyId: index + 1 })))

test('nobody is given more visits than there is room for, nor a month that has passed; every visit is proposed once or named', () => {
  fc.assert(
    fc.property(getVisits(fc.constantFrom(null, 1, 2, 99)), rooms, (visits, inspectors) => {
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
    }),
  )
})

/**
 * The most visits that can be in time, counted another way: month by month, whoever is due then takes what is
 * left so far.
 */
function mostInTime(visits: readonly ProposedFor[], inspectors: readonly Room[]): number {
  let [room, remaining] = [0, 0]
  for (let index = 2; index < 12; index += 1) {
    room += inspectors.reduce((sum, { free }) => sum + (free[month(index)] ?? 0), 0)
    const dueThen = visits.filter(
      ({ dueBy }) => dueBy >= TODAY && dueBy.startsWith(month(index).slice(0, 7)),
    ).length
    const visitCount = Math.min(room, dueThen)
    remaining += visitCount
    room -= visitCount
  }
  return remaining
}

test('as many due days are kept as can be, and no visit waits while there is room', () => {
  fc.assert(
    fc.property(getVisits(fc.constant(null)), rooms, (visits, inspectors) => {
      const { proposed, without } = proposePlan(visits, inspectors, years)
      const dueByKey = new Map(visits.map((visit) => [visit.propertyId, visit.dueBy]))
      // What is overdue comes first.
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
      expect(inTime).toHaveLength(mostInTime(visits, remainingRooms))
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

test('the reason names the due day, and visits of one county go together', () => {
  const free = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [month(index), 2]))
  const inspectors = [1, 2].map(
    (id): Room => ({ complianceInspectorId: id, name: `Inspector ${id}`, regionName: null, free }),
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

test('the longest overdue visit takes the first month, and inspectors stay in the region of their office', () => {
  const free = { '2027-03-01': 1, '2027-04-01': 1 }
  const inspectors: Room[] = [
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
      // Nobody has an office there.
      [5, '2027-04-01', 2],
    ],
  ])
  expect(without).toEqual([1])
})
