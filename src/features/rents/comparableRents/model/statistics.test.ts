import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkComparables } from './rules.ts'
import { getAdjustedRent, getComparableRentFlag, getStatistics } from './statistics.ts'

const limits = { belowMarket: 90, market: 100 }
const comparable = (rent: number, more: object = {}) => ({
  bedrooms: 2,
  squareFeet: null as number | null,
  rent,
  concession: null as number | null,
  adjustment: null as number | null,
  ...more,
})
const fiveRents = [790, 700, 740, 725, 765].map((rent) => comparable(rent))

test('CMP domain 33: the worked example has average 744 and median 740, and 688 is 92.47 percent of the average', () => {
  expect(getStatistics(fiveRents)).toEqual([
    { bedrooms: 2, count: 5, least: 700, average: 744, median: 740, greatest: 790, perSquareFoot: null },
  ])
  expect(getComparableRentFlag(688, 2, getStatistics(fiveRents), limits)).toEqual({
    percent: 92.47,
    flag: 'Within market',
  })
})

test.each([
  [669.6, 'Below market'],
  [669.61, 'Within market'],
  [744, 'Within market'],
  [744.01, 'Above market'],
])('%s of 744 is %s', (rent, flag) => {
  expect(getComparableRentFlag(rent, 2, getStatistics(fiveRents), limits)?.flag).toBe(flag)
})

test('concessions and adjustments count, an even number has the mean of the middle two as median, and sizes are separate', () => {
  const comparables = [
    comparable(800, { concession: 50, adjustment: -10.5, squareFeet: 900 }),
    comparable(760.01, { squareFeet: 800 }),
    comparable(500, { bedrooms: 0 }),
  ]
  expect(comparables.map(getAdjustedRent)).toEqual([739.5, 760.01, 500])
  expect(getStatistics(comparables)).toMatchObject([
    { bedrooms: 0, count: 1, median: 500 },
    {
      bedrooms: 2,
      count: 2,
      least: 739.5,
      average: 749.76,
      median: 749.76,
      greatest: 760.01,
      perSquareFoot: 0.88,
    },
  ])
})

test('domain 41: without comparable rents there is no comparison', () => {
  expect(getStatistics([])).toEqual([])
  expect(getComparableRentFlag(688, 2, [], limits)).toBeNull()
  expect(getComparableRentFlag(688, 3, getStatistics(fiveRents), limits)).toBeNull()
})

test('for any rents, average and median are between the lowest and the highest', () => {
  const rent = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => comparable(cents / 100))
  fc.assert(
    fc.property(fc.array(rent, { minLength: 1, maxLength: 40 }), (rents) => {
      const [
        { least: minimum, average, median, greatest, count } = {
          least: 1,
          average: 0,
          median: 0,
          greatest: 0,
          count: 0,
        },
      ] = getStatistics(rents)
      expect(count).toBe(rents.length)
      for (const middle of [average, median]) {
        expect(middle).toBeGreaterThanOrEqual(minimum)
        expect(middle).toBeLessThanOrEqual(greatest)
      }
    }),
  )
})

test('a fault names its line and field', () => {
  const payload = { ...comparable(500), name: 'Court', source: 'Call', surveyedOn: '2026-01-01' }
  const findFields = (more: object) =>
    checkComparables([payload, { ...payload, ...more }], '2026-11-10').map((fault) => fault.field)
  expect(findFields({})).toEqual([])
  expect(findFields({ name: ' ', source: '', surveyedOn: '2026-11-11' })).toEqual(
    ['name', 'source', 'surveyedOn'].map((field) => `comparables.1.${field}`),
  )
  expect(findFields({ concession: 501 })).toEqual(['comparables.1.rent'])
  expect(findFields({ distanceMiles: -1, occupancyPercent: 101 })).toEqual(
    ['distanceMiles', 'occupancyPercent'].map((field) => `comparables.1.${field}`),
  )
  expect(checkComparables([{}], '2026-11-10')).toHaveLength(5)
})
