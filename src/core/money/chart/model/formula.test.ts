import { describe, expect, test } from 'vitest'
import { buildChart, findChartFaults, getAccountsOfYear, parseFormula } from './formula.ts'

const createAccount = (code: string, formula: string | null = null, sign: 1 | -1 = 1) => ({
  code,
  name: code,
  sign,
  formula,
})
const chart = [
  createAccount('1130'),
  createAccount('1131', null, -1),
  createAccount('1130N', '1130 - 1131'),
  createAccount('1140'),
  createAccount('1100T', '1130..1190'),
  createAccount('B110'),
]

describe('formulas of the chart', () => {
  test('domain 4.3: a range counts the entered accounts in it with their sign, but no totals and no other letters', () => {
    expect(buildChart(chart).countedByTotal.get('1100T')).toEqual([
      { code: '1130', sign: 1 },
      { code: '1131', sign: -1 },
      { code: '1140', sign: 1 },
    ])
    expect(buildChart(chart).countedByTotal.get('1130N')).toEqual([
      { code: '1130', sign: 1 },
      { code: '1131', sign: -1 },
    ])
    expect(findChartFaults(chart)).toEqual([])
  })

  test.each(['', '5120 +', '5120 * 2', '+ 5120', '5120....5130', 'rent'])(
    '“%s” cannot be parsed',
    (formula) => {
      expect(parseFormula(formula)).toBeNull()
    },
  )

  test.each([
    ['5000T + 1130', 'counts 5000T'],
    ['5120..5190', 'no account is within'],
    ['1300T', 'counts itself'],
    ['1130 x', 'cannot be read'],
  ])('chartFaults reports “%s”', (formula, text) => {
    expect(findChartFaults([...chart, createAccount('1300T', formula)])[0]).toContain(text)
  })

  test('chartFaults reports formulas in a circle, and a code that occurs twice', () => {
    const circle = [
      ...chart,
      createAccount('1200T', '1300T'),
      createAccount('1300T', '1200T'),
      createAccount('1140'),
    ]
    expect(findChartFaults(circle).map((fault) => fault.slice(0, 5))).toEqual(['1200T', '1300T', '1140 '])
  })

  test('accountsIn returns the version of each account for the year, in order', () => {
    const makeVersion = (effectiveFrom: number, effectiveTo: number | null, position: number) => ({
      effectiveFrom,
      effectiveTo,
      position,
    })
    const all = [makeVersion(1990, 2026, 2), makeVersion(2027, null, 2), makeVersion(1990, null, 1)]
    expect(getAccountsOfYear(all, 2026)).toEqual([all[2], all[0]])
    expect(getAccountsOfYear(all, 2027)).toEqual([all[2], all[1]])
  })
})
