import { describe, expect, test } from 'vitest'
import { readPasted, readPastedPercent, readTyped } from './readAmount.ts'

const anyLimits = { decimals: 2, negative: true }
const positive = { decimals: 2, negative: false }

describe('VAL-16 a pasted amount', () => {
  test.each([
    ['$1,234.50 ', 1234.5],
    ['1,234', 1234],
    ['$ -', 0],
    [' - ', 0],
    ['$—', 0],
    ['(50.00)', -50],
    ['−7', -7],
    [' ', null],
  ])('“%s” is %s', (text, amount) => expect(readPasted(text, anyLimits)).toEqual({ amount }))

  test.each([
    ['abc', '“abc” is no amount.'],
    ['1.234,50', '“1.234,50” is not written as 1,234.56, so that it might mean several amounts.'],
    ['0.005', '“0.005” is finer than a cent.'],
    ['-5', 'This amount cannot be below zero.'],
    ['(5)', 'This amount cannot be below zero.'],
    ['9999999999999', 'This amount is too large.'],
  ])('“%s” is refused with a message if only positive amounts are allowed', (text, refused) =>
    expect(readPasted(text, positive)).toEqual({ refused }),
  )
})

describe('an amount as it is typed', () => {
  test('may begin with a minus or an open parenthesis', () => {
    expect(['-', '-5', '(', '(5', '(5)', '(5.'].map((text) => readTyped(text, anyLimits))).toEqual(
      [null, -5, null, -5, -5, -5].map((amount) => ({ amount })),
    )
  })

  test('refuses a minus for positive amounts, letters and a second point', () => {
    for (const text of ['-', '-5', '(5', '5a', '$0.00-', '1.2.3', '1.234'])
      expect(readTyped(text, positive), text).toHaveProperty('refused')
  })

  test('a dollar sign before a dash is zero', () => expect(readTyped('$ -', positive)).toEqual({ amount: 0 }))
})

test('a pasted percent with more decimals than are stored is refused, not rounded', () => {
  expect(readPastedPercent('5.25%', anyLimits)).toEqual({ amount: 5.25 })
  expect(readPastedPercent('5.1200', anyLimits)).toEqual({ amount: 5.12 })
  expect(readPastedPercent('5.125', anyLimits)).toEqual({ refused: 'At most 2 decimals: 5.125 is finer.' })
  expect(readPastedPercent('five', anyLimits)).toEqual({ refused: '“five” is no percent such as 5.25.' })
  expect(readPastedPercent('-1', positive)).toEqual({ refused: 'This percent cannot be below zero.' })
})
