import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromTsv, toTsv } from './clipboard.ts'
import { cellText } from './format.ts'
import { readCell } from './readCell.ts'
import { cellsOfRows, rowsOfCells } from './rows.ts'
import { computeSheet, isEditable, type Sheet, type SheetColumn } from './sheet.ts'

const sheet: Sheet = {
  rounding: true,
  columns: [
    { key: 'prior', label: 'Prior', readOnly: true },
    { key: 'proposed', label: 'Proposed' },
    {
      key: 'change',
      label: 'Change',
      kind: 'percent',
      formula: (read) =>
        read('prior') === 0 ? null : ((read('proposed') - read('prior')) / read('prior')) * 100,
    },
    { key: 'note', label: 'Note', kind: 'text' },
  ],
  lines: [
    { key: 'income', label: 'Income', kind: 'heading' },
    { key: '5120', label: 'Rent' },
    { key: '5220', label: 'Vacancy', inTotal: false },
    { key: 'net', label: 'Net', kind: 'computed', formula: (read) => read('5120') - read('5220') },
  ],
}
const cells = { '5120': { prior: 100, proposed: 110.1 }, '5220': { prior: 50, proposed: 0.2 } }
const [, rent, , net] = sheet.lines
const [prior, proposed, change, note] = sheet.columns

describe('formulas', () => {
  test('are computed in cents', () => {
    expect(net && proposed && computeSheet(sheet, cells).at(net, proposed)).toBe(109.9)
  })

  test('a folded line is still part of the computation', () => {
    const folded = { ...sheet, lines: sheet.lines.filter((line) => line !== rent) }
    expect(net && proposed && computeSheet(folded, cells).at(net, proposed)).toBe(109.9)
  })

  test('the formula of a column takes precedence over the formula of a line', () => {
    expect(net && change && computeSheet(sheet, cells).at(net, change)).toBeCloseTo(((109.9 - 50) / 50) * 100)
  })

  test('a formula may return null', () => {
    expect(rent && change && computeSheet(sheet, { '5120': { proposed: 5 } }).at(rent, change)).toBeNull()
  })

  test('totals leave out headings, computed lines and lines that do not count', () => {
    const reckoned = computeSheet(sheet, cells)
    expect([prior, proposed, change, note].map((column) => column && reckoned.total(column))).toEqual([
      100,
      110.1,
      null,
      null,
    ])
  })

  test('a formula that needs itself throws an error', () => {
    const circular: Sheet = { ...sheet, lines: [{ key: 'a', label: 'A', formula: (read) => read('a') }] }
    const [line] = circular.lines
    expect(() => line && proposed && computeSheet(circular, {}).at(line, proposed)).toThrow('needs itself')
  })

  test('totals are exact to the cent', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(amounts, (cents) => {
        const lines = cents.map((_, index) => ({ key: `${index}`, label: '' }))
        const values = Object.fromEntries(
          cents.map((amount, index) => [`${index}`, { proposed: amount / 100 }]),
        )
        const total = proposed && computeSheet({ ...sheet, lines }, values).total(proposed)
        return Math.round((total ?? 0) * 100) === cents.reduce((sum, amount) => sum + amount, 0)
      }),
    )
  })
})

test('only open cells can be typed into', () => {
  expect([
    isEditable(rent, proposed),
    isEditable(rent, prior),
    isEditable(rent, change),
    isEditable(net, proposed),
  ]).toEqual([true, false, false, false])
})

describe('typed and pasted amounts', () => {
  const dollars: SheetColumn = { key: 'proposed', label: 'Proposed' }
  const values = (texts: readonly string[], rounding: boolean) =>
    texts.map((text) => {
      const read = readCell(text, dollars, rounding)
      return 'value' in read ? read.value : read.fault
    })

  test('VAL-16 amounts with $, commas, spaces and parentheses are read', () => {
    expect(values(['$1,234', ' 5 ', '(5)', '', '-', 'n/a'], true)).toEqual([
      1234,
      5,
      -5,
      null,
      null,
      'Enter an amount.',
    ])
  })

  test('the text 4000 means 4,000 dollars with and without rounding', () => {
    expect([values(['4000'], true), values(['4000'], false)]).toEqual([[4000], [4000]])
  })

  test('VAL-12 amounts are rounded to whole dollars, halves away from zero, and the rounding is reported', () => {
    expect(readCell('1234.5', dollars, true)).toEqual({ value: 1235, rounded: 'whole dollars' })
    expect(readCell('-1234.5', dollars, true)).toEqual({ value: -1235, rounded: 'whole dollars' })
    expect(readCell('1234.00', dollars, true)).toEqual({ value: 1234 })
    expect(readCell('1234.55', dollars, false)).toEqual({ value: 1234.55 })
  })

  test('without rounding to dollars, a rounding to cents is reported', () => {
    expect(readCell('5.005', dollars, false)).toEqual({ value: 5.01, rounded: 'cents' })
    expect(readCell('0.001', dollars, false)).toEqual({ value: 0, rounded: 'cents' })
    expect(readCell('5.500', dollars, false)).toEqual({ value: 5.5 })
  })

  test('a sum is computed exactly to the cent', () => {
    expect(values(['=5000+120', '=(1,200.50-80)*12', '=-3*-(2+1)', '= $0.1 + 0.2', '=10/4'], false)).toEqual([
      5120, 13446, 9, 0.3, 2.5,
    ])
    expect(readCell('=100/3', dollars, false)).toEqual({ value: 33.33, rounded: 'cents' })
    expect(readCell('=1/3*3', dollars, false)).toEqual({ value: 1 })
    expect(readCell('=100/3', dollars, true)).toEqual({ value: 33, rounded: 'whole dollars' })
  })

  test('an invalid sum is refused and never executed', () => {
    const texts = [
      '=',
      '=5+',
      '=(5',
      '=5)',
      '=1/0',
      '=alert(1)',
      '=5 5 +',
      '=1,2+3',
      '=2**3',
      `=${'1+'.repeat(200)}1`,
    ]
    expect(new Set(values(texts, false))).toEqual(new Set(['Enter a sum such as =5000+120.']))
  })

  test('a sum of any amounts equals the sum of their cents', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 12 }),
        (cents) => {
          const text = `=${cents.map((cent) => `(${(cent / 100).toFixed(2)})`).join('+')}`
          const read = readCell(text, dollars, false)
          return 'value' in read && read.value === cents.reduce((sum, number) => sum + number, 0) / 100
        },
      ),
    )
  })

  test('texts are not changed, and percentages are read without their sign', () => {
    expect(readCell(' see 5 ', { ...dollars, kind: 'text' }, true)).toEqual({ value: ' see 5 ' })
    expect(readCell('5.5%', { ...dollars, kind: 'percent' }, true)).toEqual({ value: 5.5 })
  })
})

test('figures have no unit if the column head has it, and changes have a plus or minus sign', () => {
  const bare: SheetColumn = { key: 'change', label: 'Change', unit: '$', signed: true }
  expect([1234, -360, 0, null].map((value) => cellText(value, bare, true))).toEqual([
    '+1,234',
    '−360',
    '0',
    '',
  ])
  expect(cellText(10.468, { ...bare, kind: 'percent', unit: '%' }, true)).toBe('+10.47')
})

test('a missing entry has no change', () => {
  const change: SheetColumn = {
    key: 'change',
    label: 'Change',
    needs: 'proposed',
    formula: (read) => read('proposed') - read('prior'),
  }
  const summarize = (values: Parameters<typeof computeSheet>[1]) =>
    sheet.lines
      .slice(1)
      .map((line) => computeSheet({ ...sheet, columns: [...sheet.columns, change] }, values).at(line, change))
  expect(summarize({ '5120': { prior: 100 } })).toEqual([null, null, null])
  expect(summarize({ '5120': { prior: 100 }, '5220': { prior: 5, proposed: 7 } })).toEqual([null, 2, -102])
})

test('FMT-06 cells show money and percentages, or are empty', () => {
  if (!proposed || !change) throw new Error('no column')
  expect([
    cellText(1234, proposed, true),
    cellText(5.005, change, true),
    cellText(null, proposed, true),
  ]).toEqual(['$1,234', '5.01%', ''])
})

describe('the clipboard', () => {
  test('reads the format of Excel', () => {
    expect(fromTsv('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(fromTsv('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']])
    expect(fromTsv('')).toEqual([['']])
  })

  test('writing and reading results in the same cells', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '1') })
      .filter((text) => text !== '')
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
    fc.assert(fc.property(block, (rows) => JSON.stringify(fromTsv(toTsv(rows))) === JSON.stringify(rows)))
  })
})

describe('rows in wire shape', () => {
  const rows = [{ id: 1, account: '5120', prior: 100, proposed: 5, note: null }]

  test('are converted to cells and back, and an unchanged row remains the same object', () => {
    const read = cellsOfRows(rows, 'account', sheet.columns)
    expect(read['5120']).toEqual({ prior: 100, proposed: 5, change: null, note: null })
    expect(rowsOfCells(rows, 'account', sheet.lines, read)[0]).toBe(rows[0])
    const changed = { ...read, '5120': { ...read['5120'], proposed: 6 } }
    expect(rowsOfCells(rows, 'account', sheet.lines, changed)).toEqual([{ ...rows[0], proposed: 6 }])
  })

  test('a line without a row gets one as soon as it has a value', () => {
    const draft = { '5220': { proposed: 3 } }
    expect(rowsOfCells(rows, 'account', sheet.lines, draft)[1]).toEqual({ account: '5220', proposed: 3 })
    expect(rowsOfCells([], 'account', sheet.lines, { '5220': { proposed: null } })).toEqual([])
  })
})
