import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentKind, matchFile } from './matchFiles.ts'

const kinds: DocumentKind[] = [
  { kind: 'Invoice', words: ['invoice', 'inv', 'bill'], number: 'invoiceNumber' },
  { kind: 'Check', words: ['check', 'chk', 'ck'], number: 'checkNumber' },
  { kind: 'Photo', words: ['photo', 'picture', 'before', 'after'], pictures: true },
]
const buildLine = (
  invoiceNumber: string | null,
  checkNumber: string | null,
  location: string | null = null,
) => ({
  invoiceNumber,
  checkNumber,
  location,
})
/** The items of a request as a manager files them. */
const lines = [
  buildLine('MA-20418', '4127', 'Unit 4'),
  buildLine('MA-20419', '4127', 'Unit 9'),
  buildLine('8871', '4098', 'Unit 22'),
  buildLine('CF-1183', '4144', 'Unit 22'),
  buildLine('77', '5', 'Building C'),
  buildLine(null, null, null),
]
const match = (name: string, candidates = lines) =>
  matchFile(name, candidates, kinds, { noun: 'Item', place: 'location' })

describe('matching a file by its name', () => {
  test.each([
    ['CF-1183 invoice.pdf', 'Invoice', [3]],
    ['cf1183.pdf', 'Invoice', [3]],
    ['INV_CF 1183.PDF', 'Invoice', [3]],
    ['check 4144.pdf', 'Check', [3]],
    ['4144.pdf', 'Check', [3]],
    ['chk4144.pdf', 'Check', [3]],
    // A check belongs to every item that it paid.
    ['check 4127.pdf', 'Check', [0, 1]],
    ['MA-20418 check.pdf', 'Check', [0, 1]],
    ['item 2 check.pdf', 'Check', [0, 1]],
    ['item 3 photo.jpg', 'Photo', [2]],
    ['3 photo.jpg', 'Photo', [2]],
    ['3.jpg', 'Photo', [2]],
    ['MA-20419 before.jpg', 'Photo', [1]],
    ['unit 9 photo.png', 'Photo', [1]],
    ['invoice 77.pdf', 'Invoice', [4]],
    ['check no 5.pdf', 'Check', [4]],
  ])('%s', (name, kind, indexes) => {
    expect(match(name)).toEqual({ kind, lines: indexes })
  })

  test.each([
    ['scan0031.pdf', null],
    ['IMG_2214.jpg', null],
    ['invoice.pdf', 'Invoice'],
    // Two items are at this location.
    ['unit 22 photo.jpg', 'Photo'],
    ['invoice 88710.pdf', 'Invoice'],
    ['check 41270.pdf', 'Check'],
    ['99 photo.jpg', 'Photo'],
  ])('%s matches no line', (name, kind) => {
    expect(match(name)).toEqual({ kind, lines: [] })
  })

  test('a number of two kinds matches nothing, unless a word names the kind', () => {
    const both = [buildLine('4127', '1'), buildLine('9', '4127')]
    expect(match('4127.pdf', both)).toEqual({ kind: null, lines: [] })
    expect(match('check 4127.pdf', both)).toEqual({ kind: 'Check', lines: [1] })
    expect(match('inv 4127.pdf', both)).toEqual({ kind: 'Invoice', lines: [0] })
  })

  const number = fc.stringMatching(/^[A-Z]{0,2}-?[1-9][0-9]{3,6}$/)
  const numbers = fc.uniqueArray(number, {
    minLength: 2,
    maxLength: 12,
    selector: (text) => text.replaceAll(/\D/g, ''),
  })
  const around = fc.constantFrom('', 'scan ', 'Maple Grove_', '(1) ', 'final-')

  test('a file with the number of one item matches that item, however the number is written', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.nat(),
        around,
        fc.constantFrom('', '-', ' ', '_'),
        (all, pick, prefix, between) => {
          const candidates = all.map((text) => buildLine(text, null))
          const index = pick % all.length
          const written = all[index]!.toLowerCase().replace('-', between)
          expect(match(`${prefix}${written} invoice.pdf`, candidates)).toEqual({
            kind: 'Invoice',
            lines: [index],
          })
        },
      ),
    )
  })

  test('a part of a number matches nothing', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 0, max: 9 }), (all, pick, digit) => {
        const candidates = all.map((text) => buildLine(text, null))
        const longer = `${all[pick % all.length]!}${digit}`
        if (all.some((text) => text.replaceAll(/\D/g, '') === longer.replaceAll(/\D/g, ''))) return
        expect(match(`bill ${longer}.pdf`, candidates).lines).toEqual([])
      }),
    )
  })
})
