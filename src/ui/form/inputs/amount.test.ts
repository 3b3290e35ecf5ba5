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

  test('VAL-13 percents too', () => {
    expect(percentText('525', 2)).toBe('5.25%')
    expect(percentText('', 2)).toBe('')
  })
})

describe('a typed point', () => {
  /** What stands in the box after each of these keys, as the box types them in at its end. */
  const typing = (keys: string, decimals = 2, negative = false): string[] => {
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
      expect(typing(input).at(-1) ?? '').toBe(expected && `$${expected}`)
    },
  )

  test('what stands before it is dollars, two digits behind it are cents', () => {
    expect(typing('500.').at(-1)).toBe('$500.')
    expect(typing('1234.507')).toEqual([
      ...['$0.01', '$0.12', '$1.23', '$12.34', '$1,234.'],
      ...['$1,234.5', '$1,234.50', '$1,234.50'],
    ])
    expect(typing('.5').at(-1)).toBe('$0.5')
    expect(typing('-7.25', 2, true).at(-1)).toBe('-$7.25')
    expect(typing('500.75', 0).at(-1)).toBe('$500.75')
  })

  test('its value is what it says, rounded where only whole dollars are kept', () => {
    expect(['500.', '1234.5', '-7.25', '0.5'].map((text) => valueOfDigits(text, 2))).toEqual([
      500, 1234.5, -7.25, 0.5,
    ])
    expect(valueOfDigits('500.75', 0)).toBe(501)
  })
})

describe('what was typed', () => {
  test('a minus counts wherever it stands, a second one takes it back, and only where it is allowed', () => {
    expect(typedDigits('$12-34', true)).toBe('-1234')
    expect(typedDigits('-$12-34', true)).toBe('1234')
    expect(typedDigits('-5', false)).toBe('5')
  })

  test('deleting the last digit empties the box, a typed zero stays', () => {
    expect(typedDigits('$0.0', false, true)).toBe('')
    expect(typedDigits('0', false)).toBe('0')
  })

  test('no more digits are taken than the database holds', () => {
    expect(typedDigits('9'.repeat(20), false)).toHaveLength(14)
  })
})

describe('value and digits', () => {
  test('whole dollars of an amount with cents are rounded for show', () => {
    expect(getDigits(1234.5, 0)).toBe('1235')
    expect(getDigits(-1234.5, 0)).toBe('-1235')
    expect(getDigits(1.005, 2)).toBe('101')
  })

  test('nothing is nothing', () => {
    expect(getDigits(null, 2)).toBe('')
    expect(valueOfDigits('', 2)).toBeNull()
    expect(valueOfDigits('-', 2)).toBeNull()
  })

  test('there and back gives the same amount', () => {
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
