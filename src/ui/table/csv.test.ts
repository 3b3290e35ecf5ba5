import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvColumn, csvFileName, parseCsv, readCsv, toCsv } from './csv.ts'

const getValues = (text: string) => parseCsv(text).rows.map((row) => row.values)
const oneColumn: CsvColumn<string | number | boolean | null>[] = [{ label: 'Cell', value: (cell) => cell }]
const getCell = (value: string | number | boolean | null) =>
  toCsv(oneColumn, [value]).slice('Cell\r\n'.length, -2)

describe('TRUST-3.2: a chosen file must contain a table', () => {
  const file = (text: string) => new File([text], 'rents.csv')
  test.each([
    ['a workbook', 'PK\u0003\u0004 xl/workbook.xml'],
    ['a page', '<!doctype html><table>'],
    ['a script', 'Unit,Rent\n1,<script>alert(1)</script>'],
    ['a program', '#!/bin/sh\nexit'],
    ['bytes', 'MZ\u0000\u0001'],
  ])('%s called .csv is refused', async (_, text) => {
    await expect(readCsv(file(text))).rejects.toThrow('rents.csv')
  })
  test('a file with a table is accepted', async () => {
    expect((await readCsv(file('Unit,Rent\n1,500'))).rows).toMatchObject([
      { values: { Unit: '1', Rent: '500' } },
    ])
  })
})

describe('reading', () => {
  test('CSV-01 values are stored under the names of the heading row', () => {
    expect(getValues('Name,City\nA,B')).toEqual([{ Name: 'A', City: 'B' }])
  })

  test('CSV-01 byte order marks, all line ends, blank lines and padded headings are accepted', () => {
    const text = '\uFEFF\r\n Name , City \r\nA,B\r\rC,D\n , \nE,\n\n'
    expect(parseCsv(text).columns).toEqual(['Name', 'City'])
    expect(getValues(text)).toEqual([
      { Name: 'A', City: 'B' },
      { Name: 'C', City: 'D' },
      { Name: 'E', City: '' },
    ])
  })

  test('CSV-01 quoted cells may contain commas, quotes and line ends', () => {
    expect(getValues('a,b\n"1,5 ""inch""","two\nlines"\n5" pipe,x')).toEqual([
      { a: '1,5 "inch"', b: 'two\nlines' },
      { a: '5" pipe', b: 'x' },
    ])
  })

  test('CSV-01 each row has its line number, also after blank lines and quoted line ends', () => {
    expect(parseCsv('a\n\n"x\ny"\nz').rows.map((row) => row.line)).toEqual([3, 5])
  })

  test('CSV-01 missing cells are empty, filled cells without a heading are a fault', () => {
    expect(parseCsv('a,b,\n1\n1,2,,\n1,2,3').rows).toEqual([
      { line: 2, values: { a: '1', b: '' }, fault: null },
      { line: 3, values: { a: '1', b: '2' }, fault: null },
      { line: 4, values: { a: '1', b: '2' }, fault: '"3" is under no heading.' },
    ])
  })

  test('CSV-01 an empty text has no columns and rows', () => {
    expect(parseCsv('')).toEqual({ columns: [], rows: [] })
  })

  test.each(['a\nb\n"c\nd', 'a\nb\n"c""', 'a\nb\n"c""d'])(
    'CSV-01 an unclosed quotation is refused: %j',
    (text) => {
      expect(() => parseCsv(text)).toThrow('Line 3: a quotation is opened but never closed.')
    },
  )

  test('CSV-01 two columns with the same name are refused', () => {
    expect(() => parseCsv('a, a\n1,2')).toThrow('Line 1: the column "a" appears twice.')
  })

  test('CSV-01 a heading may be any text, and a file may be long', () => {
    expect(Object.entries(getValues('__proto__\nx')[0] ?? {})).toEqual([['__proto__', 'x']])
    const long = 'x,""'.repeat(200_000)
    expect(getValues(`a\n"${long}"`)[0]?.a).toHaveLength(200_000 * 3)
  })
})

describe('writing', () => {
  test('CSV-02 the heading, quotes and line ends are written correctly', () => {
    const columns: CsvColumn<{ name: string; paid: boolean; amount: number | null }>[] = [
      { label: 'Name', value: (row) => row.name },
      { label: 'Paid, or not', value: (row) => row.paid },
      { label: 'Amount', value: (row) => row.amount },
    ]
    const rows = [
      { name: 'The "Oaks"', paid: true, amount: -5.25 },
      { name: 'two\nlines', paid: false, amount: null },
    ]
    expect(toCsv(columns, rows)).toBe(
      'Name,"Paid, or not",Amount\r\n"The ""Oaks""",true,-5.25\r\n"two\nlines",false,\r\n',
    )
  })

  test.each(['=1+1', '+1 573', '-cmd', '@SUM(A1)', '-5+6', "'=1"])(
    'CSV-02 %j cannot run as a formula',
    (text) => {
      expect(getCell(text)).toBe(`'${text}`)
    },
  )

  test('CSV-02 a cell never begins with a tab or a carriage return', () => {
    expect([getCell('\t=1'), getCell('\r=1')]).toEqual([`'\t=1`, `"'\r=1"`])
  })

  test('CSV-02 a heading cannot run as a formula', () => {
    expect(toCsv([{ label: '=1+1', value: () => '' }], [])).toBe("'=1+1\r\n")
  })

  test.each<[string | number, string]>([
    [-5, '-5'],
    ['-5.25', '-5.25'],
    ['-$1,234.50', '"-$1,234.50"'],
    ['-5.25%', '-5.25%'],
    [Number.NaN, ''],
  ])('CSV-02 the number %j is written %s', (value, written) => {
    expect(getCell(value)).toBe(written || '""')
  })

  test('CSV-01 CSV-02 reading a written file returns the same values', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'",\r\n\t=+-@\' a5'), maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const columns: CsvColumn<[string, string]>[] = [
          { label: 'left', value: (row) => row[0] },
          { label: 'right', value: (row) => row[1] },
        ]
        expect(getValues(toCsv(columns, rows))).toEqual(rows.map(([left, right]) => ({ left, right })))
      }),
      { numRuns: 500 },
    )
  })
})

test('CSV-03 an export without a name is export.csv', () => {
  expect([csvFileName(), csvFileName('units'), csvFileName('units.CSV')]).toEqual([
    'export.csv',
    'units.csv',
    'units.CSV',
  ])
})
