import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import {
  getDigits,
  moneyText,
  percentText,
  readAmount,
  typedDigits,
  typedPoint,
  valueOfDigits,
} from './amount.ts'

describe('digits enter from the right', () => {
  test.each([
    ['', ''],
    ['5', '$0.05'],
    ['52', '$0.52'],
    ['5250', '$52.50'],
    ['007', '$0.07'],
    ['-5', '-$0.05'],
    ['-', '-'],
  ])('VAL-13 typed %s shows %s', (input, expected) => {
    expect(moneyText(typedDigits(input, true), false)).toBe(expected)
  })

  test.each([
    ['5', '$5'],
    ['52', '$52'],
    ['5250', '$5,250'],
  ])('VAL-12 VAL-14 with rounding on, typed %s shows %s', (input, expected) => {
    expect(moneyText(typedDigits(input, false), true)).toBe(expected)
  })

  test('VAL-13 percents enter from the right, too', () => {
    expect(percentText('525', 2)).toBe('5.25%')
    expect(percentText('', 2)).toBe('')
  })
})

describe('a typed point', () => {
  /** Returns the content of the box after each of these keys, typed at its end. */
  const typeKeys = (keys: string, decimals = 2, negative = false): string[] => {
    let input = ''
    let displayed = ''
    return [...keys].map((key) => {
      const text = displayed + key
      input = typedPoint(text, decimals, negative, input.includes('.')) ?? typedDigits(text, negative)
      displayed = moneyText(input, decimals === 0)
      return displayed
    })
  }

  test.each(getVectors<string, string>('VAL-13'))(
    'VAL-13 without one "$input" is "$expected"',
    ({ input, expected }) => {
      expect(typeKeys(input).at(-1) ?? '').toBe(expected && `$${expected}`)
    },
  )

  test('digits before the point are dollars, and two digits after it are cents', () => {
    expect(typeKeys('500.').at(-1)).toBe('$500.')
    expect(typeKeys('1234.507')).toEqual([
      ...['$0.01', '$0.12', '$1.23', '$12.34', '$1,234.'],
      ...['$1,234.5', '$1,234.50', '$1,234.50'],
    ])
    expect(typeKeys('.5').at(-1)).toBe('$0.5')
    expect(typeKeys('-7.25', 2, true).at(-1)).toBe('-$7.25')
    expect(typeKeys('500.75', 0).at(-1)).toBe('$500.75')
  })

  test('the value is the typed amount, rounded if only whole dollars are stored', () => {
    expect(['500.', '1234.5', '-7.25', '0.5'].map((text) => valueOfDigits(text, 2))).toEqual([
      500, 1234.5, -7.25, 0.5,
    ])
    expect(valueOfDigits('500.75', 0)).toBe(501)
  })
})

describe('typed digits', () => {
  test('a minus counts at any position if it is allowed, and a second one removes it', () => {
    expect(typedDigits('$12-34', true)).toBe('-1234')
    expect(typedDigits('-$12-34', true)).toBe('1234')
    expect(typedDigits('-5', false)).toBe('5')
  })

  test('deleting the last digit empties the box, but a typed zero remains', () => {
    expect(typedDigits('$0.0', false, true)).toBe('')
    expect(typedDigits('0', false)).toBe('0')
  })

  test('at most as many digits are accepted as the database stores', () => {
    expect(typedDigits('9'.repeat(20), false)).toHaveLength(14)
  })
})

describe('value and digits', () => {
  test('an amount with cents is rounded for display in whole dollars', () => {
    expect(getDigits(1234.5, 0)).toBe('1235')
    expect(getDigits(-1234.5, 0)).toBe('-1235')
    expect(getDigits(1.005, 2)).toBe('101')
  })

  test('an empty value and no digits are the same', () => {
    expect(getDigits(null, 2)).toBe('')
    expect(valueOfDigits('', 2)).toBeNull()
    expect(valueOfDigits('-', 2)).toBeNull()
  })

  test('converting to digits and back returns the same amount', () => {
    const cents = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
    fc.assert(
      fc.property(cents, (amount) => valueOfDigits(getDigits(amount / 100, 2), 2) === (amount / 100 || 0)),
    )
  })
})

describe('an amount as it is written, outside of the forms of requests', () => {
  test.each([
    ['4000', 2, 4000],
    ['4000.', 2, 4000],
    ['4,000.5', 2, 4000.5],
    ['$1,234.56', 2, 1234.56],
    ['1234.56', 0, 1235],
    ['-12.5', 2, -12.5],
    ['(500)', 2, -500],
    ['', 2, null],
    ['1.2.3', 2, null],
    ['1234567890123', 2, null],
  ])('%s, rounded to %i, is %s', (text, decimals, dollars) => {
    expect(readAmount(text, decimals)).toBe(dollars)
  })
})
