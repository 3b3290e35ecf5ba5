import { describe, expect, test } from 'vitest'
import { accountsIn, chartFaults, getChart, parseFormula } from './formula.ts'

const account = (code: string, formula: string | null = null, sign: 1 | -1 = 1) => ({
  code,
  name: code,
  sign,
  formula,
})
const chart = [
  account('1130'),
  account('1131', null, -1),
  account('1130N', '1130 - 1131'),
  account('1140'),
  account('1100T', '1130..1190'),
  account('B110'),
]

describe('formulas of the chart', () => {
  test('domain 4.3: a range counts what is typed in it, an allowance against it, totals and other letters not', () => {
    expect(getChart(chart).counted.get('1100T')).toEqual([
      { code: '1130', sign: 1 },
      { code: '1131', sign: -1 },
      { code: '1140', sign: 1 },
    ])
    expect(getChart(chart).counted.get('1130N')).toEqual([
      { code: '1130', sign: 1 },
      { code: '1131', sign: -1 },
    ])
    expect(chartFaults(chart)).toEqual([])
  })

  test.each(['', '5120 +', '5120 * 2', '+ 5120', '5120....5130', 'rent'])(
    '“%s” cannot be read',
    (formula) => {
      expect(parseFormula(formula)).toBeNull()
    },
  )

  test.each([
    ['5000T + 1130', 'counts 5000T'],
    ['5120..5190', 'no account is within'],
    ['1300T', 'counts itself'],
    ['1130 x', 'cannot be read'],
  ])('“%s” breaks the chart', (formula, text) => {
    expect(chartFaults([...chart, account('1300T', formula)])[0]).toContain(text)
  })

  test('a circle over others, and a code that stands twice', () => {
    const circle = [...chart, account('1200T', '1300T'), account('1300T', '1200T'), account('1140')]
    expect(chartFaults(circle).map((fault) => fault.slice(0, 5))).toEqual(['1200T', '1300T', '1140 '])
  })

  test('every year has its own version of an account', () => {
    const makeVersion = (effectiveFrom: number, effectiveTo: number | null, position: number) => ({
      effectiveFrom,
      effectiveTo,
      position,
    })
    const all = [makeVersion(1990, 2026, 2), makeVersion(2027, null, 2), makeVersion(1990, null, 1)]
    expect(accountsIn(all, 2026)).toEqual([all[2], all[0]])
    expect(accountsIn(all, 2027)).toEqual([all[2], all[1]])
  })
})
