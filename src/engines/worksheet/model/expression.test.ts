import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computePrintedFormula, getFigures, getFormulaText } from '#tests/printedFormula.ts'
import {
  amount,
  count,
  describeFigureFormula,
  type Expression,
  getFigureCents,
  getFigureDerivation,
  getPrintedTerms,
  getValue,
  inWords,
  lesser,
  minus,
  nameFigure,
  notAbove,
  notBelowZero,
  over,
  plain,
  plus,
  times,
  wholeDollars,
} from './index.ts'

const [rent, lost, units] = [
  amount('rent', 1_000_00, { code: '5120' }),
  amount('lost', 25_50, { code: '5220' }),
  count('units', 3),
]
const describeExpression = (expression: Expression) => [
  getFormulaText(getPrintedTerms(expression)),
  getValue(expression),
]

test('a formula prints with its signs, and parentheses surround the parts that are computed first', () => {
  expect(describeExpression(over(minus(rent, lost), units))).toEqual([
    '(1,000 rent − 25.50 lost) ÷ 3 units',
    expect.closeTo(324_83.3333, 4),
  ])
  expect(describeExpression(over(plus(rent), units))[0]).toBe('(1,000 rent) ÷ 3 units')
  expect(describeExpression(over(times(rent, plain(12)), units, plain(365)))[0]).toBe(
    '1,000 rent × 12 ÷ 3 units ÷ 365',
  )
  expect(describeExpression(over(rent, over(plus(rent, lost), units)))[0]).toBe(
    '1,000 rent ÷ ((1,000 rent + 25.50 lost) ÷ 3 units)',
  )
  expect(describeExpression(minus(rent, plus(lost, lost)))).toEqual([
    '1,000 rent − (25.50 lost + 25.50 lost)',
    949_00,
  ])
  expect(describeExpression(plus(minus(rent, lost), minus(rent, lost)))[0]).toBe(
    '1,000 rent − 25.50 lost + 1,000 rent − 25.50 lost',
  )
  expect(describeExpression(over(rent, count('units', 0)))).toEqual(['1,000 rent ÷ 0 units', null])
  expect(describeExpression(plus())).toEqual(['0', 0])
})

test('a figure with its own formula prints as one figure and lists its parts with their signs', () => {
  const net = nameFigure('net rent', minus(rent, lost))
  expect(getPrintedTerms(over(net, units))).toEqual([
    {
      label: 'net rent',
      text: '974.50',
      code: null,
      parts: [
        { label: 'rent', text: '1,000', code: '5120' },
        { label: 'less lost', text: '−25.50', code: '5220' },
      ],
    },
    ' ÷ ',
    { label: 'units', text: '3', code: null, parts: [] },
  ])
  const twice = nameFigure('twice', plus(net, net), { code: 'T' })
  const net2 = { ...net, code: 'N', called: 'N' }
  const figure = nameFigure('left', minus(net2, lost), { code: 'L' })
  expect(getFigureDerivation(net2, [net2, twice, figure])).toEqual({
    account: { code: 'N', name: 'net rent' },
    cents: 974_50,
    formula: '= rent − lost',
    from: null,
    parts: [
      { account: { code: '5120', name: 'rent' }, sign: 1, cents: 1_000_00, from: null },
      { account: { code: '5220', name: 'lost' }, sign: -1, cents: 25_50, from: null },
    ],
    usedIn: [{ code: 'L', name: 'left' }],
  })
  expect(describeFigureFormula(rent)).toBeNull()
})

test('bounds and roundings are printed in words and applied to the value', () => {
  const describeNamed = (expression: Expression) => {
    const figure = nameFigure('it', expression)
    return [describeFigureFormula(figure), getFigureCents(figure)]
  }
  const [less, upperLimit] = [amount('less', -5_00), amount('most', 7_00)]
  expect(describeNamed(notBelowZero(less))).toEqual(['= less, not below 0', 0])
  expect(describeNamed(notAbove(notBelowZero(rent), upperLimit))).toEqual([
    '= rent, not below 0 and not above most',
    7_00,
  ])
  expect(describeNamed(lesser(upperLimit, less))).toEqual(['= the lesser of most and less', -5_00])
  expect(describeNamed(wholeDollars(lost))).toEqual(['= lost, to the whole dollar', 26_00])
  expect([25_49, -25_50, 0].map((cents) => getFigureCents(wholeDollars(amount('', cents))))).toEqual([
    25_00, -26_00, 0,
  ])
  expect(describeNamed(over(times(rent, over(plain(2.125, '2.125%'), plain(100))), plain(12)))).toEqual([
    '= rent × 2.125% ÷ 100 ÷ 12',
    expect.closeTo(177.0833, 4),
  ])
  expect(describeNamed(inWords(plus(rent, lost), 'all there is'))).toEqual(['= all there is', 1_025_50])
})

test('the printed formula of any expression, computed by its signs, gives the value of the expression', () => {
  const { tree } = fc.letrec<{ tree: Expression; one: Expression; several: Expression }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, tie('one'), tie('several')),
    one: fc.oneof(
      fc.integer({ min: -1_000, max: 1_000 }).map((some) => count('units', some)),
      fc.integer({ min: 1, max: 365 }).map((days) => plain(days)),
    ),
    several: fc
      .tuple(fc.constantFrom(plus, minus, times, over), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
      .map(([sign, all]) => sign(...all)),
  }))
  fc.assert(
    fc.property(tree, (expression) => {
      const [printed, value] = [
        computePrintedFormula(getFigures(getPrintedTerms(expression))),
        getValue(expression),
      ]
      if (printed === null || value === null) expect(value).toBe(printed)
      else expect(Math.abs(value - printed)).toBeLessThanOrEqual(1e-12 * Math.abs(printed))
    }),
  )
})
