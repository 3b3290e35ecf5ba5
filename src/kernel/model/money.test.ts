import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import { formatMoney, fromCents, parseMoney, sumMoney, toCents } from './money.ts'

const cents = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })

describe('money', () => {
  test.each(getVectors<number, string>('FMT-05'))(
    'FMT-05 money $input shows as $expected',
    ({ input, expected }) => {
      expect(formatMoney(input)).toBe(expected)
    },
  )

  test.each(getVectors<number, string>('FMT-06'))(
    'FMT-06 whole money $input shows as $expected',
    (vector) => {
      expect(formatMoney(vector.input, { whole: true })).toBe(vector.expected)
    },
  )

  test.each(getVectors<string, number | null>('VAL-16'))('VAL-16 $input is read as $expected', (vector) => {
    expect(parseMoney(vector.input)).toBe(vector.expected)
  })

  test.each([
    ['(5)', -5],
    ['($1,234.50)', -1234.5],
    ['-$5', -5],
    ['\u22125.25', -5.25],
    [' 1 234.50 ', 1234.5],
    ['.5', 0.5],
    ['5.', 5],
    [`${'0'.repeat(99)}5`, 5],
    [`${'0'.repeat(100)}5`, null],
    ['1,234.50,6', null],
    ['1.005', 1.01],
    [1.005, 1.01],
    [-0, 0],
    ['-0', 0],
  ])('VAL-16 %j is read as %d', (text, expected) => {
    expect(parseMoney(text)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '.',
    '-',
    '()',
    '(-5)',
    '5-',
    '1.2.3',
    '1e5',
    '0x10',
    'abc',
    '5abc',
    '1.234,50',
    '9'.repeat(20),
  ])('VAL-16 %j is not an amount', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
    '%s is not an amount and is shown as an empty text',
    (value) => {
      expect(parseMoney(value)).toBeNull()
      expect(formatMoney(value)).toBe('')
    },
  )

  test('cents round half away from zero', () => {
    expect([1.005, -1.005, 8.575, 1.0049, 0.1 + 0.2, 1e-9, -0].map(toCents)).toEqual([
      101, -101, 858, 100, 30, 0, 0,
    ])
  })

  test('numbers that cannot be amounts are refused', () => {
    for (const fault of [Number.NaN, Number.POSITIVE_INFINITY, 1e15, 1e21])
      expect(() => toCents(fault)).toThrow(RangeError)
    expect(() => fromCents(0.5)).toThrow(RangeError)
  })

  test('a negative amount that rounds to zero has no minus sign', () => {
    expect(formatMoney(-0.001)).toBe('$0.00')
    expect(formatMoney(-0.4, { whole: true })).toBe('$0')
  })

  test('cents do not change when converted to dollars, to text and back', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(fromCents(amount))).toBe(amount)
        expect(parseMoney(formatMoney(fromCents(amount)))).toBe(fromCents(amount))
      }),
    )
  })

  test('a sum is exact and does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + amount, 0)
        const dollars = amounts.map(fromCents)
        expect(toCents(sumMoney(dollars))).toBe(exact)
        expect(sumMoney(dollars.toReversed())).toBe(sumMoney(dollars))
      }),
    )
    expect(sumMoney([0.1, null, 0.2, undefined])).toBe(0.3)
    expect(sumMoney([])).toBe(0)
  })
})
