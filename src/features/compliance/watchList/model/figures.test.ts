import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Figure, type FigureKey, getLatestFigure, getTriggers } from './figures.ts'

const limits = {
  coverageFloor: 1,
  coverageWatch: 1.1,
  occupancy: 85,
  economicOccupancy: 85,
  months: 3,
  inspection: 60,
  statementDays: 60,
  reserve: 1000,
  findings: 3,
}
const makeFigures = (key: FigureKey, ...values: [day: string, value: number][]): Figure[] =>
  values.map(([day, value]) => ({ key, value, day, path: '/x' }))
const getRules = (figures: readonly Figure[]) => getTriggers(figures, limits).map(({ rule }) => rule)

describe('WLS domain 28: the rules that propose a property', () => {
  test('WLS-3 requires a property after three consecutive months below 85.0 percent', () => {
    const months = (a: number, b: number, c: number) =>
      makeFigures('occupancy', ['2026-08-01', a], ['2026-09-01', b], ['2026-10-01', c])
    expect(getTriggers(months(83.3, 83.3, 79.2), limits)).toEqual([
      {
        rule: 'WLS-3',
        weakness: 1,
        required: true,
        path: '/x',
        words: 'Below 85% for 3 months: August 83.3, September 83.3, October 79.2',
      },
    ])
    expect(getRules(months(83.3, 85, 79.2))).toEqual([])
    expect(
      getRules(makeFigures('occupancy', ['2026-07-01', 80], ['2026-09-01', 80], ['2026-10-01', 80])),
    ).toEqual([])
    expect(
      getRules(makeFigures('occupancy', ['2026-12-01', 80], ['2027-01-01', 80], ['2027-02-01', 80])),
    ).toEqual(['WLS-3'])
  })

  test('WLS-1 applies to coverage below 1.00, WLS-2 to coverage below 1.10 that fell for three years', () => {
    const years = (...values: number[]) =>
      makeFigures(
        'coverage',
        ...values.map((value, index): [string, number] => [`${2022 + index}-12-31`, value]),
      )
    expect(getRules(years(0.99))).toEqual(['WLS-1'])
    expect(getRules(years(1.2, 1.15, 1.06))).toEqual(['WLS-2'])
    expect(getRules(years(1.2, 1.06, 1.06))).toEqual([])
    expect(getRules(years(1.15, 1.06))).toEqual([])
    expect(getRules(years(1.3, 1.2, 1.1))).toEqual([])
  })

  test('WLS-4 to WLS-7 apply to score, overdue statement, reserve and findings beyond their thresholds', () => {
    const day = '2026-09-16'
    expect(getRules(makeFigures('inspection', [day, 54]))).toEqual(['WLS-4'])
    expect(getRules(makeFigures('inspection', ['2024-01-01', 54], [day, 60]))).toEqual([])
    expect(getRules(makeFigures('statement', [day, 61]))).toEqual(['WLS-5'])
    expect(getRules(makeFigures('statement', [day, 60]))).toEqual([])
    expect(getRules(makeFigures('reserve', [day, 999.99]))).toEqual(['WLS-6'])
    expect(getRules(makeFigures('reserve', [day, 1000]))).toEqual([])
    expect(getRules(makeFigures('findings', [day, 3]))).toEqual(['WLS-7'])
    expect(getRules(makeFigures('findings', [day, 2]))).toEqual([])
  })

  test('WLS-8 to WLS-11 use only the latest statement', () => {
    const end = '2025-12-31'
    expect(getRules(makeFigures('economicOccupancy', [end, 84.99]))).toEqual(['WLS-8'])
    expect(getRules(makeFigures('economicOccupancy', ['2024-12-31', 80], [end, 85]))).toEqual([])
    expect(getRules(makeFigures('goingConcern', [end, 1]))).toEqual(['WLS-9'])
    expect(getRules(makeFigures('goingConcern', ['2024-12-31', 1], [end, 0]))).toEqual([])
    expect(getRules(makeFigures('unpaidTaxes', [end, 0.01]))).toEqual(['WLS-10'])
    expect(getRules(makeFigures('unpaidTaxes', ['2024-12-31', 900], [end, 0]))).toEqual([])
    expect(getTriggers(makeFigures('unpaidMortgage', [end, 6300]), limits)).toMatchObject([
      { rule: 'WLS-11', weakness: 7, words: 'Mortgage payments of $6,300.00 were delinquent on 12/31/2025' },
    ])
  })

  test.each<[FigureKey, bound: number, phrase: string, includesBound: boolean]>([
    ['coverage', limits.coverageFloor, 'below 1.00', false],
    ['economicOccupancy', limits.economicOccupancy, 'below 85%', false],
    ['inspection', limits.inspection, 'fails below 60', false],
    ['statement', limits.statementDays, 'above 60', false],
    ['reserve', limits.reserve, 'below $1,000.00', false],
    ['findings', limits.findings, '3 or more', true],
  ])(
    'smaller 8: the words of the rule for %s agree with its bound %d: “%s”',
    (key, bound, phrase, includesBound) => {
      const trigger = (value: number) => getTriggers(makeFigures(key, ['2026-09-16', value]), limits)
      expect(trigger(bound)).toHaveLength(includesBound ? 1 : 0)
      const outsideBound = phrase.includes('below') ? bound - 0.01 : bound + 1
      expect(trigger(outsideBound)[0]!.words.endsWith(`(${phrase})`)).toBe(true)
    },
  )

  test('the order of the figures does not change the triggers', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 3 })
    fc.assert(
      fc.property(
        days,
        fc.array(fc.integer({ min: 700, max: 1000 }), { minLength: 12, maxLength: 12 }),
        (months, tenths) => {
          const figures = makeFigures(
            'occupancy',
            ...months.map((month, index): [string, number] => [
              `2026-${String(month).padStart(2, '0')}-01`,
              tenths[index]! / 10,
            ]),
          )
          expect(getTriggers(figures.toReversed(), limits)).toEqual(getTriggers(figures, limits))
          expect(getLatestFigure(figures, 'occupancy')?.day.slice(5, 7)).toBe(
            String(Math.max(...months)).padStart(2, '0'),
          )
        },
      ),
    )
  })
})
