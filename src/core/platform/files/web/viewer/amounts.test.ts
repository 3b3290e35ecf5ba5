import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractAmounts, joinLines } from './amounts.ts'

const findAmounts = (text: string) => extractAmounts(text.trim().split('\n')).map(({ amount }) => amount)

describe('finding the amounts that a document states', () => {
  test('amounts due come before totals, totals before parts, and each amount occurs once', () => {
    const invoice = `
Northside Heating LLC   Invoice 1001   10/05/2026
Condenser, 3 ton          1    980.00     980.00
Labor                     4     50.00     200.00
Subtotal                                1,180.00
Sales tax 4.63%                            54.56
Total                                  $1,234.56
Less deposit                              234.56
Balance due                            $1,000.00`
    expect(findAmounts(invoice)).toEqual([1000, 1234.56, 980])
  })

  test('an earlier payment on a utility bill does not come first', () => {
    const bill = `
Previous balance 312.40
Payment received, thank you -312.40
Total new charges $287.15
Amount due by 11/15/2026 $287.15`
    expect(findAmounts(bill)[0]).toBe(287.15)
  })

  test('a label in the line above its amount counts as its label', () => {
    expect(extractAmounts(['AMOUNT DUE', '$ 4,410.00', 'Thank you'])[0]).toEqual({
      amount: 4410,
      line: 'AMOUNT DUE $ 4,410.00',
    })
  })

  test('counts, dates, accounts, percentages and phone numbers are not amounts', () => {
    expect(
      findAmounts(
        'Qty 12\n10/05/2026\nAccount 0011223344\nRate 4.63%\n(303) 555-0142\nPO 2026-1001\nTotal 3',
      ),
    ).toEqual([])
  })

  test('numbers without correct thousands separators are not amounts', () => {
    expect(findAmounts('Total 58,42')).toEqual([])
    expect(findAmounts('Total 1.234,56')).toEqual([])
    expect(findAmounts('Total $12,34.00')).toEqual([])
  })

  test('whole dollars are amounts only with a dollar sign', () => {
    expect(findAmounts('Total $1,200')).toEqual([1200])
    expect(findAmounts('Total 1200')).toEqual([])
  })

  test('an amount due is found first, among any other lines', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 }),
        (cents, otherRows) => {
          const due = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
          const safe = otherRows.filter((line) => !/due|pay|owe|owing/i.test(line))
          expect(extractAmounts([...safe, `Amount due: $${due}`])[0]?.amount).toBe(cents / 100)
        },
      ),
    )
  })
})

test('getFileLines joins the pieces of a page to lines, from top to bottom and left to right', () => {
  const createPiece = (text: string, x: number, y: number, width = text.length * 6) => ({
    text,
    x,
    y,
    width,
    height: 10,
  })
  const page = [
    createPiece('$1,', 300, 101, 18),
    createPiece('Invoice', 20, 20),
    createPiece('Total', 20, 100),
    createPiece('234.56', 318, 100),
  ]
  expect(joinLines(page)).toEqual(['Invoice', 'Total $1,234.56'])
})
