import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { parseAmountText, parseCentsText, readAmountText, readCentsText } from './amountText.ts'

const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })

describe('pasted or imported amounts', () => {
  test.each([
    ['$1,234.56', 1234.56],
    ['(1,234.56)', -1234.56],
    ['- 12', -12],
    ['1 234.50', 1234.5],
    ['5842', 5842],
    ['$ .50', 0.5],
    ['1,234,567', 1234567],
  ])('%s is %d', (text, amount) => expect(readAmountText(text)).toEqual({ amount }))

  test.each(['58,42', '1.234,56', '1,2345', '12,34,567', '1,,234', '12 34', '1,234.5.6', ',5'])(
    '%s is refused, because it could mean several amounts',
    (text) => expect(readAmountText(text)).toEqual({ problem: expect.stringContaining('1,234.56') }),
  )

  test.each(['2026-10-05', '10/5/2026', '10/05/26', '5.10.2026', '2026-10-05 00:00'])(
    '%s is refused as a day',
    (text) => expect(readAmountText(text)).toEqual({ problem: 'is a day, no amount.' }),
  )

  test.each(['#REF!', '#DIV/0!', '#N/A', '#VALUE!'])('%s is refused as an error of a formula', (text) =>
    expect(readAmountText(text)).toEqual({ problem: expect.stringContaining('fault of a formula') }),
  )

  test.each(['5.005', '0.001', '(1,234.567)', '$ .009'])(
    'TRUST-1.8 %s is refused, because it is finer than a cent',
    (text) => {
      expect(readCentsText(text)).toEqual({ problem: 'is finer than a cent.' })
      expect(parseCentsText(text)).toBeNull()
    },
  )

  test.each([
    ['5.00', 5],
    ['1,234.5', 1234.5],
    ['0.10', 0.1],
    ['5.000', 5],
  ])('TRUST-1.8 %s is %d', (text, amount) => expect(readCentsText(text)).toEqual({ amount }))

  test('every formatted amount is read back as the same amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseAmountText(formatMoney(fromCents(amount)))).toBe(fromCents(amount))
      }),
    )
  })

  test('a comma that is not before three digits is never ignored', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,6}$/), fc.nat(6), (digits, place) => {
        const index = Math.min(place, digits.length)
        const text = `${digits.slice(0, index)},${digits.slice(index)}`
        const grouped = index > 0 && index <= 3 && digits.length - index === 3
        expect(parseAmountText(text)).toBe(grouped ? Number(digits) : null)
      }),
    )
  })

  test('any text results in an amount or a reason', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readAmountText(text)
        expect('amount' in read ? Number.isFinite(read.amount) : read.problem.length > 0).toBe(true)
      }),
    )
  })
})
