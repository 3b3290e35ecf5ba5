import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { day, money, number, ref, text } from '#kernel/model/field.ts'
import { toTsv } from '../worksheet/clipboard.ts'
import { resolveColumn } from './lines.ts'
import { readDay, readPastedLines, readRows } from './pasted.ts'

const schema = z.object({
  items: z.array(
    z.object({
      category: ref('Category', 'Category'),
      work: text('Description of work', 100),
      vendor: ref('Vendor', 'Vendor'),
      invoice: text('Invoice number', 60),
      date: day('Invoice date'),
      amount: money('Claimed amount'),
      age: number('Age', 0, 200),
    }),
  ),
})
const options = (...labels: string[]) => labels.map((label, index) => ({ value: index + 1, label }))
const columns = [
  {
    name: 'category',
    options: options('Roof', 'Heating and cooling', 'Appliances', 'Appliance parts and small motors'),
    synonyms: { ac: 'Heating and cooling' },
  },
  { name: 'work' },
  {
    name: 'vendor',
    creatable: true,
    options: options('Ozark Plumbing Co.', 'Midwest Appliance'),
    sameAs: (label: string, input: string) => label.replace(' Co.', '').toLowerCase() === input.toLowerCase(),
  },
  { name: 'invoice', headings: ['Invoice'] },
  { name: 'date' },
  { name: 'amount', headings: ['Amount'] },
  { name: 'age' },
].map((column) => resolveColumn(schema, 'items', column))

const readPaste = (pasted: string) => {
  const rows = readRows(pasted, columns)
  return {
    rows,
    ...(rows ? readPastedLines(rows, columns) : { lines: [], unread: [], taken: [], fresh: [] }),
  }
}

describe('columns', () => {
  test('are matched by their headings in any order and spelling, and unknown ones are skipped', () => {
    const { rows, lines } = readPaste(
      'INVOICE #\tRemark\tAmount ($)\tdate of invoice\tInvoice Date\n8871\tok\t5\tx\t10/5/2026\n',
    )
    expect(rows?.headings).toHaveLength(5)
    expect(rows?.places).toEqual(['invoice', null, 'amount', null, 'date'])
    expect(lines).toEqual([{ invoice: '8871', amount: 5, date: '2026-10-05' }])
  })

  test('are matched in their order without headings, and a column that numbers the rows is skipped', () => {
    expect(readPaste('Roof\tShingles\tAcme').rows?.places).toEqual(['category', 'work', 'vendor'])
    expect(readPaste('1\tRoof\tShingles\n2\tRoof\tGutters').rows?.places).toEqual([null, 'category', 'work'])
    expect(readPaste('a\tb\tc\td\te\tf\tg\th').rows?.places.at(-1)).toBeNull()
  })

  test('a single cell is not a table, and empty rows are skipped', () => {
    expect(readPaste('Roof').rows).toBeNull()
    expect(readPaste('').rows).toBeNull()
    expect(readPaste('Roof\tx\n\t\nRoof\ty\n').lines).toHaveLength(2)
  })
})

describe('cells', () => {
  test('amounts and days are read as spreadsheets write them', () => {
    const read = (cell: string, column: string) =>
      readPaste(`${column}\tDescription of work\n${cell}\tx`).lines[0]
    expect(read('$1,184.00', 'Claimed amount')).toMatchObject({ amount: 1184 })
    expect(read('(50.00)', 'Claimed amount')).toMatchObject({ amount: -50 })
    expect(read(' 12 ', 'Age')).toMatchObject({ age: 12 })
    for (const cell of [
      '10/5/2026',
      '10/05/26',
      '2026-10-05',
      '5-Oct-26',
      'Oct 5, 2026',
      'October 5, 2026',
      '10-5-26',
    ])
      expect(readDay(cell), cell).toBe('2026-10-05')
    for (const cell of ['13/40/2026', 'Smarch 5, 2026', 'Oct 2026', ''])
      expect(readDay(cell), cell).toBeNull()
  })

  test('a word similar to an option is matched and reported, and an unclear word remains and is reported as unread', () => {
    const {
      lines,
      taken: takenWords,
      unread,
    } = readPaste('AC\tx\nroof\tx\nappliance\tx\nParts\tx\nGazebo\tx')
    expect(lines.map((line) => line.category)).toEqual([2, 1, 3, 4, 'Gazebo'])
    expect(takenWords).toEqual([
      { typed: 'AC', taken: 'Heating and cooling' },
      { typed: 'appliance', taken: 'Appliances' },
      { typed: 'Parts', taken: 'Appliance parts and small motors' },
    ])
    expect(unread).toEqual([{ line: 4, column: 'category' }])
  })

  test('an unknown name is a new entry if people may add options, and is reported once', () => {
    const {
      lines,
      fresh,
      taken: takenWords,
    } = readPaste('Roof\tx\tAcme\nRoof\ty\tAcme\nRoof\tz\tozark plumbing')
    expect(lines.map((line) => line.vendor)).toEqual([
      { id: 0, label: 'Acme' },
      { id: 0, label: 'Acme' },
      { id: 1, label: 'Ozark Plumbing Co.' },
    ])
    expect(fresh).toEqual(['Acme'])
    expect(takenWords).toEqual([{ typed: 'ozark plumbing', taken: 'Ozark Plumbing Co.' }])
  })

  test('a cell that cannot be read remains as written', () => {
    const { lines, unread } = readPaste('Invoice date\tClaimed amount\tAge\nsoon\t12 hundred\told')
    expect(lines).toEqual([{ date: 'soon', amount: '12 hundred', age: 'old' }])
    expect(unread.map((cell) => cell.column)).toEqual(['date', 'amount', 'age'])
  })

  test('all values written to a spreadsheet are read back, in any order of the columns', () => {
    const cell = fc.stringMatching(/^[A-Za-z][A-Za-z "',;]{0,10}[a-z]$/)
    const row = fc.record(
      {
        work: cell.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
        amount: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100),
        date: fc
          .integer({ min: 0, max: 9999 })
          .map((days) => new Date(Date.UTC(2010, 0, 1 + days)).toISOString().slice(0, 10)),
        category: fc.constantFrom(1, 2, 3, 4),
      },
      { noNullPrototype: true },
    )
    const order = fc.shuffledSubarray(['work', 'amount', 'date', 'category'] as const, { minLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), order, (rows, names) => {
        const label = (name: string) => columns.find((column) => column.name === name)!.label
        const written = rows.map((row) =>
          names.map((name) => {
            if (name === 'date') return formatDate(row.date, 'M/D/YYYY')
            return name === 'category'
              ? columns[0]!.facts.options![row.category - 1]!.label
              : String(row[name])
          }),
        )
        const read = readPaste(toTsv([names.map(label), ...written]))
        expect(read.lines).toEqual(rows)
        expect(read.unread).toEqual([])
      }),
    )
  })
})
