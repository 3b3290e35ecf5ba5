import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PrintedFigure, formatAmountText as words } from '#engines/worksheet/model/index.ts'
import { around, defaults, getYear, maple } from '#tests/mapleGroveYear.ts'
import { computePrintedFormula, getFigures, getFormulaText } from '#tests/printedFormula.ts'
import type { Year } from './figures.ts'
import type { RatingInputs } from './metric.ts'
import { computeMetrics, type RatedRatio } from './metrics.ts'
import { roundToUnit } from './ratings.ts'
import { metrics } from './ratios.ts'
import { type Thresholds, thresholds } from './settings.ts'

const getCard = (years: readonly Year[], more: Partial<RatingInputs> = {}) => {
  const all = computeMetrics(years, { ...around, ...more })
  return (id: string) => all.find((item) => item.id === id) as RatedRatio
}
/** Returns the parts of a printed figure as a formula: a product for the highest fee, otherwise a sum. */
const buildPartsText = ({ label, parts }: PrintedFigure): string =>
  parts.map((part) => part.text).join(label === 'greatest fee' ? ' × ' : ' + ')
const summarize = ({ text, label, level }: RatedRatio) => [text, label, level]

test('an amount with cents prints both decimals', () => {
  expect([4_139_340, -563_070, 1_440_000, 0, 5].map(words)).toEqual([
    '41,393.40',
    '−5,630.70',
    '14,400',
    '0',
    '0.05',
  ])
})

describe('ratios of domain 8.3', () => {
  test('RPC-M1 to RPC-M14 have the published values of domain 8.4 and 8.5 to the cent', () => {
    const card = getCard([
      getYear(maple),
      getYear({ ...maple, 2110: 1_000_000, 1120: 5_000_000 }, { afsId: 2, year: 2024 }),
    ])
    expect(metrics.map(({ id }) => [id, ...summarize(card(id))])).toEqual([
      ['RPC-M1', '1.43', '5', 'good'],
      ['RPC-M2', '7.08%', '3', 'fair'],
      ['RPC-M3', '92.53%', 'Amber', 'watch'],
      ['RPC-M4', '84', '4', 'good'],
      ['RPC-M5', '1.28', 'Green', 'good'],
      ['RPC-M6', '18 days', 'Green', 'good'],
      ['RPC-M7', '$5,081.88', 'Green', 'good'],
      ['RPC-M8', '100.00%', 'Green', 'good'],
      ['RPC-M9', '$1,300', 'Green', 'good'],
      ['RPC-M10', '8.99%', 'Green', 'good'],
      ['RPC-M11', '18.60%', '', 'none'],
      ['RPC-M12', '$8,420', '', 'none'],
      ['RPC-M13', '$1,223.33', '', 'none'],
      ['RPC-M14', '2.0 months', 'Amber', 'watch'],
    ])
    expect(getFormulaText(card('RPC-M1').formula)).toBe(
      '(122,474 net operating income − 14,400 reserve deposits) ÷ 75,600 debt service',
    )
    expect(getFormulaText(card('RPC-M3').formula)).toBe(
      '(381,600 total rent revenue − 24,396 total vacancies − 4,104 bad debts) ÷ 381,600 total rent revenue',
    )
    expect(card('RPC-M1').prior).toEqual([{ year: 2024, value: expect.closeTo(1.4295, 3), text: '1.43' }])
    expect(getCard([getYear({ ...maple, 1320: 4_350_000 })])('RPC-M9')).toMatchObject({
      text: '$906.25',
      level: 'fail',
    })
  })

  test('RPC-M1: coverage is 1.62 before deposits, counts included custom income only, and handles no debt and negative income', () => {
    expect(getCard([getYear(maple)], { coverageAfterReserve: false })('RPC-M1')).toMatchObject({
      text: '1.62',
      words: expect.stringContaining('before reserve deposits'),
    })
    const custom = [
      { description: 'Insurance gain', amount: -3_000_000, include: true },
      { description: 'Grant', amount: 99_900_000, include: false },
    ]
    const adjusted = getCard([getYear(maple, { custom }), getYear(maple, { year: 2024 })])('RPC-M1')
    expect(adjusted).toMatchObject({ text: '1.03', label: '2', level: 'watch', prior: [{ text: '1.43' }] })
    expect(getFormulaText(adjusted.formula)).toContain('−30,000 custom income')
    const free = { ...maple, 6820: 0, 6825: 0, 6850: 0 }
    expect(summarize(getCard([getYear(free, { principal: 0 })])('RPC-M1'))).toEqual(['no debt', '', 'none'])
    const poor = getCard([getYear({ ...maple, '5000T': 20_000_000 })])('RPC-M1')
    expect(summarize(poor)).toEqual(['−0.77', '1', 'fail'])
  })

  test('domain 8.8: a short year is annualized for costs per unit and per day, but not for debt coverage', () => {
    const [full, short] = [getCard([getYear(maple)]), getCard([getYear(maple, { months: 6 })])]
    expect([short('RPC-M1').text, short('RPC-M6').text, short('RPC-M7').text, short('RPC-M9').text]).toEqual([
      full('RPC-M1').text,
      '9 days',
      '$10,163.75',
      full('RPC-M9').text,
    ])
    expect(getFormulaText(short('RPC-M7').formula)).toBe('243,930 operating cost × 12 ÷ 6 months ÷ 48 units')
  })

  test('each rating begins at its published bound, by the rounded figure', () => {
    const rateCoverage = (cents: number) =>
      getCard([getYear({ '5000T': cents, 6820: 10_000 }, { principal: 0, reserveDeposits: 0 })])('RPC-M1')
        .label
    expect([13_000, 12_949, 12_000, 11_949, 11_000, 10_000, 9_949].map(rateCoverage)).toEqual([
      '5',
      '4',
      '4',
      '3',
      '3',
      '2',
      '1',
    ])
    const rateUncollected = (percent: number) =>
      getCard([getYear({ '5100T': 1_000_000, 5220: percent * 10_000 })])('RPC-M2').label
    expect([4.49, 4.5, 5.5, 8.49, 8.5, 10.5].map(rateUncollected)).toEqual(['5', '4', '3', '3', '2', '1'])
  })

  test('no ratio is infinite or NaN for any amounts, and every threshold changes the words', () => {
    const cents = fc.integer({ min: -10_000_000, max: 1_000_000_000 })
    const codes = Object.keys(maple)
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: codes.length, maxLength: codes.length }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        (amounts, units, months) => {
          const figures = Object.fromEntries(codes.map((code, index) => [code, amounts[index]!]))
          for (const metric of computeMetrics([getYear(figures, { units, months })], around)) {
            expect(metric.value === null || Number.isFinite(metric.value)).toBe(true)
            expect(metric.text).not.toMatch(/NaN|Infinity/)
            if (metric.value === null) expect(metric.level).toBe('none')
          }
        },
      ),
      { numRuns: 60 },
    )
    const describeMetrics = (thresholds: Thresholds) =>
      JSON.stringify(
        metrics.map((metric) => metric.measured({ ...around, thresholds: thresholds }, getYear(maple))),
      )
    for (const name of Object.keys(thresholds) as (keyof Thresholds)[])
      expect([name, describeMetrics({ ...defaults, [name]: 0.5 })]).not.toEqual([
        name,
        describeMetrics(defaults),
      ])
  })

  test('RPC-M1 to RPC-M14: for any books, evaluating a printed formula gives the printed value', () => {
    const cents = fc.oneof(fc.constant(0), fc.integer({ min: -10_000_000, max: 1_000_000_000 }))
    const codes = Object.keys(maple)
    const books = fc.array(cents, { minLength: codes.length, maxLength: codes.length })
    const custom = fc.array(
      fc.record({ description: fc.constant('Grant'), amount: cents, include: fc.boolean() }),
    )
    const about = fc.record({
      months: fc.integer({ min: 1, max: 12 }),
      units: fc.integer({ min: 0, max: 300 }),
      custom,
      reserveDeposits: cents,
      principal: fc.option(cents),
      mostFee: fc.constantFrom(null, 38.55, 42),
      mostFees: fc.constantFrom(null, 1234.56),
      reportedOccupied: fc.constant(null),
    })
    const getRead = (amounts: readonly number[]) =>
      Object.fromEntries(codes.map((code, index) => [code, amounts[index]!]))
    fc.assert(
      fc.property(books, books, about, fc.boolean(), (amounts, earlier, more, coverageAfterReserve) => {
        const years = [getYear(getRead(amounts), more), getYear(getRead(earlier), { afsId: 2, year: 2024 })]
        for (const metric of computeMetrics(years, { ...around, coverageAfterReserve })) {
          for (const term of metric.formula)
            if (typeof term !== 'string' && term.parts.length > 0)
              expect(computePrintedFormula(buildPartsText(term))).toBe(computePrintedFormula(term.text))
          if (metric.formula.length === 0 || metric.value === null) continue
          const computed =
            computePrintedFormula(getFigures(metric.formula))! * (metric.text.endsWith('%') ? 100 : 1)
          expect(metric.value).toBeCloseTo(
            computed,
            6 - Math.max(0, Math.ceil(Math.log10(Math.abs(computed) || 1))),
          )
        }
      }),
    )
  })

  test('RPC-M11: negative payables of last year are divided by without their minus, and printed so', () => {
    const growth = getCard([getYear({ 2110: 300_00 }), getYear({ 2110: -200_00 }, { afsId: 2, year: 2024 })])(
      'RPC-M11',
    )
    expect([growth.text, getFormulaText(growth.formula)]).toEqual([
      '250.00%',
      '(300 accounts payable − −200 those of 2024) ÷ 200 those of 2024, without the minus',
    ])
  })

  test('rounding for print and rating moves halves away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (cents) => {
        expect(roundToUnit(cents / 100, 'ratio')).toBe(cents / 100)
      }),
    )
    expect([roundToUnit(1.005, 'ratio'), roundToUnit(-2.5, 'days')]).toEqual([1.01, -3])
  })
})
