import type { Account, Chart } from '#ground/money/chart/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { columnName, type OutCell, type OutSheet, writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { type BookList, type CheckedLine, checkLines, listSheet, plain } from './bookLists.ts'
import { computeStatementCents } from './figures.ts'
import { type CheckedRow, checkRows } from './import.ts'
import { reckonCents } from './reckon.ts'
import { getDifferences, type TotalDifference } from './totals.ts'
import type { ReadWorkbook } from './workbook.ts'

/** A column of figures in a workbook. One that is not `open` is shown, and nothing is taken from it. */
export type BookColumn = {
  key: string
  label: string
  about: string
  open: boolean
  headings?: readonly string[]
  /** The statements of the chart that have this column, if not all; such columns come last. */
  on?: readonly Account['statement'][]
}
/** The input of a statement's workbook: the chart of its year with its columns, and the lists. */
export type Book = {
  title: string
  property: string
  year: number
  /** What of the year it is about, where it is not all of it: `March 2026`. */
  month?: string
  chart: Chart
  columns: readonly BookColumn[]
  /** The column that a file of two columns brings. */
  usual: string
  lists?: readonly BookList[]
}
type Line = { code: string; note?: unknown }
/**
 * The content of a statement: its lines by account, and the rows of its lists by the names of their sheets.
 */
export type BookContent = {
  lines: readonly Line[]
  lists?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

const ABOUT = 'About'
const NAME_WIDTH = 46

const getStatements = ({ chart }: Book): string[] => [
  ...new Set(chart.accounts.map((account) => account.statement)),
]
type Placed = ReadonlyMap<string, { sheet: string; row: number }>

/** The position of each account, with a heading before each section. */
function getRows(book: Book): { bySheet: Map<string, (Account | string)[]>; places: Placed } {
  const bySheet = new Map(getStatements(book).map((name) => [name, [] as (Account | string)[]]))
  const places = new Map<string, { sheet: string; row: number }>()
  const section = new Map<string, string>()
  for (const account of book.chart.accounts) {
    const rows = bySheet.get(account.statement)!
    if (section.get(account.statement) !== account.section) rows.push(account.section)
    section.set(account.statement, account.section)
    rows.push(account)
    // After the line of headings.
    places.set(account.code, { sheet: account.statement, row: rows.length + 1 })
  }
  return { bySheet, places }
}

/** `C5+C6-'Income and expense'!C9`: the sum of a total as the spreadsheet computes it. */
function getFormula({ chart }: Book, account: Account, places: Placed, column: string): string {
  const terms = (chart.counted.get(account.code) ?? []).flatMap(({ code, sign }) => {
    const place = places.get(code)
    if (!place) return []
    const sheet = place.sheet === account.statement ? '' : `'${place.sheet.replaceAll("'", "''")}'!`
    return [`${sign < 0 ? '-' : '+'}${sheet}${column}${place.row}`]
  })
  return terms.join('').replace(/^\+/, '') || '0'
}

function accountSheets(book: Book, lines: readonly Line[]): OutSheet[] {
  const { bySheet, places } = getRows(book)
  const byCode = new Map(lines.map((line) => [line.code, line as Readonly<Record<string, unknown>>]))
  const reads = new Map(
    book.columns.map(({ key }) => [key, reckonCents(book.chart, computeStatementCents(lines, key))]),
  )
  const columnsOn = (statement: string) =>
    book.columns.filter(({ on }) => !on || on.some((text) => text === statement))
  const row = (item: Account | string): OutCell[] => {
    if (typeof item === 'string') return [plain(null), plain(item.replace(/^\S+ /, ''), 'section')]
    const total = item.formula !== null
    const figures = columnsOn(item.statement).map(({ key, open }, index): OutCell => {
      const cents = reads.get(key)!(item.code)
      if (total)
        return {
          value: fromCents(cents),
          look: 'total',
          formula: getFormula(book, item, places, columnName(index + 2)),
        }
      const amount = byCode.get(item.code)?.[key]
      return plain(typeof amount === 'number' ? amount : null, open ? 'openMoney' : 'money')
    })
    const note = byCode.get(item.code)?.note
    const name = plain(item.name, total ? 'section' : 'plain')
    return [
      plain(item.code),
      name,
      ...figures,
      ...(total ? [] : [plain(typeof note === 'string' ? note : null, 'openText')]),
    ]
  }
  return [...bySheet].map(([name, rows]) => ({
    name,
    widths: [9, NAME_WIDTH, ...columnsOn(name).map(() => 16), 50],
    frozen: { rows: 1, columns: 2 },
    lock: true,
    rows: [
      ['Code', 'Account name', ...columnsOn(name).map(({ label }) => label), 'Note'].map((text) =>
        plain(text, 'heading'),
      ),
      ...rows.map(row),
    ],
  }))
}

function aboutSheet(book: Book): OutSheet {
  const describe = ({ open, about }: BookColumn) =>
    open ? about : `${about} Shown for comparison; nothing is taken from it.`
  const rows: (readonly [string, string | number])[] = [
    ['Property', book.property],
    ['Year', book.year],
    ...(book.month ? [['Month', book.month] as const] : []),
    ['What this is', book.title],
    [
      'Code, Account name',
      `The chart of accounts of ${book.year}. Leave the codes as they are: figures are taken by them.`,
    ],
    ...book.columns.map((column) => [column.label, describe(column)] as const),
    ['Note', 'What explains the line. It is taken with the figures.'],
    ['Totals', 'Computed by the formulas of the chart; they are not imported.'],
    ['Empty cells', 'An empty cell leaves the portal’s figure as it is. Enter 0 for nothing.'],
    ...(book.lists ?? []).map(({ name, about }) => [name, `${about} A row for each.`] as const),
  ]
  return {
    name: ABOUT,
    widths: [26, 90],
    frozen: { rows: 0, columns: 0 },
    lock: true,
    rows: rows.map(([label, value]) => [plain(label, 'section'), plain(value)]),
  }
}

/**
 * A statement as an Excel workbook: a sheet for each statement of the chart with locked codes and formulas
 * for totals, one for each list, and one that identifies it. An empty one to be filled in has the columns
 * that are not open.
 */
export const writeBook = (book: Book, { lines, lists = {} }: BookContent): Promise<Uint8Array<ArrayBuffer>> =>
  writeWorkbook([
    ...accountSheets(book, lines),
    ...(book.lists ?? []).map((list) => listSheet(list, lists[list.name] ?? list.given)),
    aboutSheet(book),
  ])

/** The lines of a template: the known data of the year, without typed values. */
export const templateLines = ({ columns }: Book, lines: readonly Line[]): Line[] =>
  lines.map((line) => ({
    ...Object.fromEntries(
      columns.filter(({ open }) => !open).map(({ key }) => [key, (line as Record<string, unknown>)[key]]),
    ),
    code: line.code,
  }))

/**
 * A file as it was opened: tables of accounts, those of lists by name, and the workbook's facts about itself.
 */
export type OpenedFile = {
  tables: readonly { sheet: string | null; rows: readonly (readonly string[])[] }[]
  lists: Readonly<Record<string, readonly (readonly string[])[]>>
  about: readonly (readonly string[])[]
  /** What of the file is not read, in sentences: sheets that are missing, renamed, or not looked at. */
  warnings?: readonly string[]
}
/** A file as it was checked; `other` says whose it is, where it is another’s. */
export type CheckedFile = {
  rows: CheckedRow[]
  lists: Readonly<Record<string, readonly CheckedLine[]>>
  other: string | null
  /** Totals of the file that its own lines do not come to. */
  differences: readonly TotalDifference[]
  warnings: readonly string[]
}

/** The sheets that a workbook of this statement has. */
export const getSheets = (book: Book): string[] => [
  ...getStatements(book),
  ...(book.lists ?? []).map(({ name }) => name),
  ABOUT,
]

/**
 * The role of a workbook's sheets in a statement: those it was given out with, or the first sheet of any
 * other workbook as a table with codes.
 */
export function openedBook({ sheets, names }: ReadWorkbook, book: Book): OpenedFile {
  const statements = getStatements(book)
  const lists = (book.lists ?? []).map(({ name }) => name)
  const isOwnWorkbook = sheets.some(({ name }) => statements.includes(name) || lists.includes(name))
  return {
    tables: sheets
      .filter(({ name }) => !isOwnWorkbook || statements.includes(name))
      .map(({ name, rows }) => ({ sheet: isOwnWorkbook ? name : null, rows })),
    lists: Object.fromEntries(
      sheets.filter(({ name }) => lists.includes(name)).map(({ name, rows }) => [name, rows]),
    ),
    about: isOwnWorkbook ? (sheets.find(({ name }) => name === ABOUT)?.rows ?? []) : [],
    warnings: isOwnWorkbook || names.includes(ABOUT) ? missingFrom(names, book) : unread(sheets, names),
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/** The sheets that a workbook was given out with and no longer has. */
function missingFrom(names: readonly string[], book: Book): string[] {
  // A workbook without this one was not given out by the portal: it brings what sheets it has.
  if (!names.includes(ABOUT)) return []
  const missing = getSheets(book).filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !getSheets(book).includes(name))
  if (missing.length === 0) return []
  const extraSheetsText =
    unknown.length > 0 ? ` It has ${quoted(unknown)}: give the sheets back their names.` : ''
  return [
    `The workbook has no sheet ${quoted(missing)}: removed or renamed. Nothing is imported.${extraSheetsText}`,
  ]
}

/** The sheets of a foreign workbook that are not looked at. */
function unread(sheets: ReadWorkbook['sheets'], names: readonly string[]): string[] {
  const matchingNames = names.filter((name) => !sheets.some((sheet) => sheet.name === name))
  if (matchingNames.length === 0) return []
  return [`Only the sheet ${quoted(sheets.map(({ name }) => name))} is read, not ${quoted(matchingNames)}.`]
}

/** Whose workbook it says it is, where that is another property or year. */
function otherThan({ property, year, month = '' }: Book, about: OpenedFile['about']): string | null {
  const facts = new Map(about.map((cells) => [cells[0] ?? '', cells[1] ?? '']))
  if (!facts.has('Property')) return null
  const describeBook = (propertyName: string | undefined, during: string | undefined, part = '') =>
    `${propertyName}, ${part || during}`
  const [expectedBook, otherRows] = [
    describeBook(property, String(year), month),
    describeBook(facts.get('Property'), facts.get('Year'), facts.get('Month')),
  ]
  return expectedBook === otherRows ? null : `This workbook was made for ${otherRows}.`
}

/**
 * Checks an opened file row by row before anything is stored. `known` are names of the company’s own books.
 */
export function checkFile(
  { tables, lists, about, warnings = [] }: OpenedFile,
  book: Book,
  readonlyMap: ReadonlyMap<string, string> = new Map(),
): CheckedFile {
  const { chart, usual } = book
  const columns = book.columns
    .filter(({ open }) => open)
    .map(({ key, label, headings = [] }) => ({ key, headings: [key, label, ...headings] }))
  const placesByCode = new Map<string, string>()
  const all = tables.flatMap(({ sheet, rows: table }) =>
    checkRows(table, { chart, columns, usual, known: readonlyMap, sheet, seen: placesByCode }),
  )
  const rows = all.filter(
    // Of a workbook of ours it is no news that headings, totals and empty lines bring nothing.
    ({ sheet, left }) => sheet === null || left === null,
  )
  const lines = (book.lists ?? []).flatMap((list) => {
    const table = lists[list.name]
    return table ? [[list.name, checkLines(table, list)] as const] : []
  })
  const differences = getDifferences(all, book)
  return { rows, lists: Object.fromEntries(lines), other: otherThan(book, about), differences, warnings }
}
