import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import { day, flag, money, number, text } from '#kernel/model/field.ts'
import { fromCents } from '#kernel/model/money.ts'
import { writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { readBookSheets, readSheets } from '../web/xlsx.ts'
import { type Book, checkFile, getSheets, getTemplateLines, toOpenedFile, writeBook } from './book.ts'
import { declareBookList } from './bookLists.ts'
import { WorkbookError } from './workbook.ts'

const account = (code: string, statement: Account['statement'], formula: string | null = null): Account => ({
  chartAccountId: 0,
  code,
  name: `Account ${code} & “more”`,
  statement,
  section: `${code[0]}000 Section <${statement}>`,
  position: 0,
  sign: 1,
  formula,
  programs: null,
  effectiveFrom: 1990,
  effectiveTo: null,
})
const accounts = [
  ...['5120', '5220', '5250'].map((code) => account(code, 'Income and expense')),
  account('5000T', 'Income and expense', '5120 - 5220..5250'),
  ...['B110', 'B210'].map((code) => account(code, 'Budget')),
  account('B310N', 'Budget', '5000T - B110'),
]
const loans = declareBookList(
  'Notes payable',
  'What the property owes.',
  {
    lender: text('Lender'),
    balance: money('Balance'),
    due: day('Due'),
    secured: flag('Secured'),
    months: number('Months'),
  },
  ['lender', 'balance', 'due', 'secured', 'months'],
)
const book: Book = {
  title: 'Budget 2027 of Maple Grove',
  property: 'Maple Grove',
  year: 2027,
  defaultColumn: 'proposed',
  chart: buildChart(accounts),
  columns: [
    { key: 'current', label: 'Current budget', about: 'The approved budget of 2026.', open: false },
    { key: 'actual', label: 'Prior actual', about: 'What the books of 2025 say.', open: true },
    { key: 'proposed', label: 'Proposed', about: 'What is asked for.', open: true },
  ],
  lists: [loans],
}
const typedCodes = accounts.filter((account) => account.formula === null).map((account) => account.code)
const cents = fc.option(fc.integer({ min: -1e13, max: 1e13 }).map(fromCents))
/**
 * Any text that a user may enter as a note, except for the spaces around it and the control characters,
 * which the portal removes.
 */
const enteredText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('=', '+', '-', '@', "'", '<', '&', '"', '\n', '_x0041_', '5', 'é', '😀'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    ),
  })
  .map((input) => input.replace(/[^\P{Cc}\n]|[\ufffe\uffff]/gu, '').trim())
const note = enteredText.map((input) => input || null)
const line = (code: string) =>
  fc.record({ code: fc.constant(code), actual: cents, proposed: cents, current: cents, note })
const lines = fc.tuple(...typedCodes.map(line))
const dayText = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
  .map((item) => item.toISOString().slice(0, 10))
const row = fc.record({
  lender: enteredText.map((input) => input || null),
  balance: cents,
  due: fc.option(dayText),
  secured: fc.boolean(),
  months: fc.option(fc.nat(600)),
})

const readBook = async (bytes: Uint8Array<ArrayBuffer>, book: Book) =>
  checkFile(toOpenedFile(await readBookSheets(bytes, getSheets(book)), book), book)

describe('a statement as a workbook', () => {
  test('point 4: a workbook that is exported and imported again has the same figures, notes and list rows', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.array(row, { maxLength: 4 }), async (writtenLines, loanRows) => {
        const checked = await readBook(
          await writeBook(book, { lines: writtenLines, lists: { 'Notes payable': loanRows } }),
          book,
        )
        const importedRows = new Map(
          checked.rows.filter((row) => row.leftOutReason === null).map((row) => [row.code, row]),
        )
        for (const { code, actual, proposed, note } of writtenLines) {
          const { amounts = {}, note: readNote = null, faults = [] } = importedRows.get(code) ?? {}
          expect([code, amounts.actual ?? null, amounts.proposed ?? null, readNote, faults]).toEqual([
            code,
            actual,
            proposed,
            note,
            [],
          ])
        }
        expect([...importedRows.values()].some(({ amounts }) => 'current' in amounts)).toBe(false)
        expect(checked.lists['Notes payable']).toEqual(
          loanRows.map((values, index) => ({ row: index + 2, values, faults: [] })),
        )
        expect(checked.otherBookWarning).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  test('the template has the chart of its year with formulas for totals and the carried figures, and its input cells are empty', async () => {
    const writtenLines = [{ code: '5120', current: 100, actual: 90, proposed: 110, note: 'x' }]
    const bytes = await writeBook(book, { lines: getTemplateLines(book, writtenLines) })
    const [income, budget, notes, about] = await readSheets(bytes, [
      'Income and expense',
      'Budget',
      'Notes payable',
      'About',
    ])
    expect(income!.rows[0]).toEqual([
      'Code',
      'Account name',
      'Current budget',
      'Prior actual',
      'Proposed',
      'Note',
    ])
    expect(income!.rows.slice(2)).toEqual([
      ['5120', 'Account 5120 & “more”', '100', '', '', ''],
      ['5220', 'Account 5220 & “more”', '', '', '', ''],
      ['5250', 'Account 5250 & “more”', '', '', '', ''],
      ['5000T', 'Account 5000T & “more”', '100', '0', '0', ''],
    ])
    expect(budget!.rows.at(-1)).toEqual(['B310N', 'Account B310N & “more”', '100', '0', '0', ''])
    expect(notes!.rows).toEqual([['Lender', 'Balance', 'Due', 'Secured', 'Months']])
    expect(about!.rows.slice(0, 2)).toEqual([
      ['Property', 'Maple Grove'],
      ['Year', '2027'],
    ])
    const xml = await sheetText(bytes, 1)
    expect(xml).toContain('<f>E3-E4-E5</f>')
    expect(await sheetText(bytes, 2)).toContain("<f>'Income and expense'!E6-E3</f>")
    expect(xml).toContain('<sheetProtection sheet="1"')
  })

  test('a workbook of another property or year is named in a warning; of a foreign workbook the first sheet is read', async () => {
    const other = await readBook(await writeBook({ ...book, year: 2026 }, { lines: [] }), book)
    expect(other.otherBookWarning).toBe('This workbook was made for Maple Grove, 2026.')
    const cell = (value: string | number) => ({ value })
    const foreign = await writeWorkbook([
      {
        name: 'Books',
        widths: [],
        frozen: { rows: 0, columns: 0 },
        lock: false,
        rows: [['5120', 'Rent', 12.5].map(cell)],
      },
    ])
    expect((await readBook(foreign, book)).rows).toMatchObject([
      { row: 1, sheet: null, code: '5120', amounts: { proposed: 12.5 } },
    ])
  })

  test('an account on two sheets, and a list cell that cannot be read, are reported with their rows', async () => {
    const cell = (value: string | number | null) => ({ value })
    const plain = { widths: [], frozen: { rows: 0, columns: 0 }, lock: false }
    const bytes = await writeWorkbook([
      { ...plain, name: 'Income and expense', rows: [['Code', 'Proposed'].map(cell), ['5120', 5].map(cell)] },
      { ...plain, name: 'Budget', rows: [['Code', 'Proposed'].map(cell), ['5120', 6].map(cell)] },
      {
        ...plain,
        name: 'Notes payable',
        rows: [['Balance', 'Lender', 'Due'].map(cell), ['much', 'Bank', '13/45/2026'].map(cell)],
      },
    ])
    const checked = await readBook(bytes, book)
    expect(checked.rows[1]!.faults).toEqual(['5120 is already in row 2 of Income and expense.'])
    expect(checked.lists['Notes payable']).toEqual([
      {
        row: 2,
        values: { balance: undefined, lender: 'Bank', due: undefined },
        faults: ['Balance: “much” cannot be read.', 'Due: “13/45/2026” cannot be read.'],
      },
    ])
    await expect(readBook(new Uint8Array(40), book)).rejects.toThrow(WorkbookError)
  })

  test('a total that differs from the sum of its lines is reported, and missing sheets are reported by name', async () => {
    const cell = (value: string | number | null) => ({ value })
    const plain = { widths: [], frozen: { rows: 0, columns: 0 }, lock: false }
    const table = [
      ['Code', 'Proposed'],
      ['5120', 500],
      ['5220', '58,42'],
      ['5000T', 442],
    ]
    const sheets = (name: string) => [
      { ...plain, name, rows: table.map((row) => row.map(cell)) },
      { ...plain, name: 'About', rows: [['Property', 'Maple Grove'].map(cell), ['Year', '2027'].map(cell)] },
    ]
    const checked = await readBook(await writeWorkbook(sheets('Income and expense')), book)
    expect(checked.rows.find(({ code }) => code === '5220')!.faults).toEqual([
      '“58,42” is not written as 1,234.56, so that it might mean several amounts.',
    ])
    expect(checked.differences).toMatchObject([{ code: '5000T', file: 442, lines: 500 }])
    expect(checked.warnings[0]).toContain('no sheet “Budget”, “Notes payable”')
    const renamed = await readBook(await writeWorkbook(sheets('Income 2027')), book)
    expect(renamed.warnings[0]).toMatch(/no sheet “Income and expense”.*It has “Income 2027”/)
  })

  test('CSV-02 a text in a workbook is never run as a formula', async () => {
    const bytes = await writeBook(book, { lines: [{ code: '5120', note: '=HYPERLINK("x")' }] })
    expect(await sheetText(bytes, 1)).toContain('>&apos;=HYPERLINK'.replace('&apos;', "'"))
    expect((await readBook(bytes, book)).rows.find((row) => row.code === '5120')!.note).toBe(
      '=HYPERLINK("x")',
    )
  })
})

/** Returns the XML of a sheet, unzipped with Node.js instead of the library under test. */
async function sheetText(bytes: Uint8Array<ArrayBuffer>, number: number): Promise<string> {
  const buffer = Buffer.from(bytes)
  const index = buffer.indexOf(`xl/worksheets/sheet${number}.xml`)
  const [size, name] = [buffer.readUInt32LE(index - 30 + 18), buffer.readUInt16LE(index - 30 + 26)]
  const { inflateRawSync } = await import('node:zlib')
  return inflateRawSync(buffer.subarray(index + name, index + name + size)).toString()
}
