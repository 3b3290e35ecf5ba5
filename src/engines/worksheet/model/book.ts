import type { Account, Chart } from '#core/money/chart/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { columnName, type OutCell, type OutSheet, writeWorkbook } from '#ui/model/xlsxWrite.ts'
import { type BookList, buildListSheet, type CheckedLine, checkLines, plain } from './bookLists.ts'
import { createCentsReader } from './compute.ts'
import { computeStatementCents } from './figures.ts'
import { type CheckedRow, checkRows } from './import.ts'
import { getDifferences, type TotalDifference } from './totals.ts'
import type { ReadWorkbook } from './workbook.ts'

/**
 * A column of figures in a workbook. A column that is not `open` is for comparison only: it is not
 * imported.
 */
export type BookColumn = {
  key: string
  label: string
  about: string
  open: boolean
  headings?: readonly string[]
  /** The statements of the chart that have this column, if not all; such columns come last. */
  statements?: readonly Account['statement'][]
}
/** A statement as a workbook: the chart of its year, the columns of figures, and the lists. */
export type Book = {
  title: string
  property: string
  year: number
  /** The part of the year if it is not the entire year: `March 2026`. */
  month?: string
  chart: Chart
  columns: readonly BookColumn[]
  /** The column that receives the figures of a file whose only column has no known heading. */
  defaultColumn: string
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
type Places = ReadonlyMap<string, { sheet: string; row: number }>

/** Returns the rows of each sheet, with a heading before each section, and the position of each account. */
function getRows(book: Book): { bySheet: Map<string, (Account | string)[]>; places: Places } {
  const bySheet = new Map(getStatements(book).map((name) => [name, [] as (Account | string)[]]))
  const places = new Map<string, { sheet: string; row: number }>()
  const section = new Map<string, string>()
  for (const account of book.chart.accounts) {
    const rows = bySheet.get(account.statement)!
    if (section.get(account.statement) !== account.section) rows.push(account.section)
    section.set(account.statement, account.section)
    rows.push(account)
    // The first row of a sheet has the column headings.
    places.set(account.code, { sheet: account.statement, row: rows.length + 1 })
  }
  return { bySheet, places }
}

/** `C5+C6-'Income and expense'!C9`: the formula of a total, as the spreadsheet computes it. */
function getFormula({ chart }: Book, account: Account, places: Places, column: string): string {
  const terms = (chart.countedByTotal.get(account.code) ?? []).flatMap(({ code, sign }) => {
    const place = places.get(code)
    if (!place) return []
    const sheet = place.sheet === account.statement ? '' : `'${place.sheet.replaceAll("'", "''")}'!`
    return [`${sign < 0 ? '-' : '+'}${sheet}${column}${place.row}`]
  })
  return terms.join('').replace(/^\+/, '') || '0'
}

/** Builds a sheet for each statement of the chart, with the stored figures and the formulas of totals. */
function buildAccountSheets(book: Book, lines: readonly Line[]): OutSheet[] {
  const { bySheet, places } = getRows(book)
  const byCode = new Map(lines.map((line) => [line.code, line as Readonly<Record<string, unknown>>]))
  const readersByColumn = new Map(
    book.columns.map(({ key }) => [key, createCentsReader(book.chart, computeStatementCents(lines, key))]),
  )
  const columnsOn = (statement: string) =>
    book.columns.filter(({ statements: on }) => !on || on.some((text) => text === statement))
  const row = (item: Account | string): OutCell[] => {
    if (typeof item === 'string') return [plain(null), plain(item.replace(/^\S+ /, ''), 'section')]
    const isTotal = item.formula !== null
    const figures = columnsOn(item.statement).map(({ key, open }, index): OutCell => {
      const cents = readersByColumn.get(key)!(item.code)
      if (isTotal)
        return {
          value: fromCents(cents),
          look: 'total',
          formula: getFormula(book, item, places, columnName(index + 2)),
        }
      const amount = byCode.get(item.code)?.[key]
      return plain(typeof amount === 'number' ? amount : null, open ? 'openMoney' : 'money')
    })
    const note = byCode.get(item.code)?.note
    const name = plain(item.name, isTotal ? 'section' : 'plain')
    return [
      plain(item.code),
      name,
      ...figures,
      ...(isTotal ? [] : [plain(typeof note === 'string' ? note : null, 'openText')]),
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

/** Builds the sheet that identifies the workbook and explains its columns and lists. */
function buildAboutSheet(book: Book): OutSheet {
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
 * Writes a statement as an Excel workbook: a sheet for each statement of the chart with locked codes and
 * formulas for totals, one for each list, and one that identifies the workbook.
 */
export const writeBook = (book: Book, { lines, lists = {} }: BookContent): Promise<Uint8Array<ArrayBuffer>> =>
  writeWorkbook([
    ...buildAccountSheets(book, lines),
    ...(book.lists ?? []).map((list) => buildListSheet(list, lists[list.name] ?? list.defaultRows)),
    buildAboutSheet(book),
  ])

/** Returns the lines of a template: the figures of the columns that are for comparison, without any input. */
export const getTemplateLines = ({ columns }: Book, lines: readonly Line[]): Line[] =>
  lines.map((line) => ({
    ...Object.fromEntries(
      columns.filter(({ open }) => !open).map(({ key }) => [key, (line as Record<string, unknown>)[key]]),
    ),
    code: line.code,
  }))

/**
 * A file after it was opened: its tables of accounts, the tables of its lists by name, and the sheet that
 * identifies the workbook.
 */
export type OpenedFile = {
  tables: readonly { sheet: string | null; rows: readonly (readonly string[])[] }[]
  lists: Readonly<Record<string, readonly (readonly string[])[]>>
  about: readonly (readonly string[])[]
  /**
   * Sentences about the parts of the file that are not read: sheets that are missing, renamed, or ignored.
   */
  warnings?: readonly string[]
}
/**
 * A file after its rows were checked; `other` is a sentence if the workbook is of another property or year.
 */
export type CheckedFile = {
  rows: CheckedRow[]
  lists: Readonly<Record<string, readonly CheckedLine[]>>
  otherBookWarning: string | null
  /** Totals in the file that differ from the sums of its lines. */
  differences: readonly TotalDifference[]
  warnings: readonly string[]
}

/** Returns the names of the sheets that a workbook of this statement has. */
export const getSheets = (book: Book): string[] => [
  ...getStatements(book),
  ...(book.lists ?? []).map(({ name }) => name),
  ABOUT,
]

/**
 * Sorts the sheets of a workbook by their role. A workbook of the portal has sheets with known names; of
 * any other workbook the first sheet is read as a table with codes.
 */
export function toOpenedFile({ sheets, names }: ReadWorkbook, book: Book): OpenedFile {
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
    warnings:
      isOwnWorkbook || names.includes(ABOUT)
        ? getMissingSheetWarnings(names, book)
        : getIgnoredSheetWarnings(sheets, names),
  }
}

const quoteNames = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/** Returns a warning if a workbook of the portal no longer has all of its sheets. */
function getMissingSheetWarnings(names: readonly string[], book: Book): string[] {
  // A workbook without this sheet was not exported by the portal, so it may have any sheets.
  if (!names.includes(ABOUT)) return []
  const missing = getSheets(book).filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !getSheets(book).includes(name))
  if (missing.length === 0) return []
  const extraSheetsText =
    unknown.length > 0 ? ` It has ${quoteNames(unknown)}: give the sheets back their names.` : ''
  return [
    `The workbook has no sheet ${quoteNames(missing)}: removed or renamed. Nothing is imported.${extraSheetsText}`,
  ]
}

/** Returns a warning about the sheets of a foreign workbook that are not read. */
function getIgnoredSheetWarnings(sheets: ReadWorkbook['sheets'], names: readonly string[]): string[] {
  const ignoredNames = names.filter((name) => !sheets.some((sheet) => sheet.name === name))
  if (ignoredNames.length === 0) return []
  return [
    `Only the sheet ${quoteNames(sheets.map(({ name }) => name))} is read, not ${quoteNames(ignoredNames)}.`,
  ]
}

/**
 * Returns a sentence if the workbook is of another property, year or month; null if it is of this
 * statement.
 */
function getOtherBookWarning(
  { property, year, month = '' }: Book,
  about: OpenedFile['about'],
): string | null {
  const facts = new Map(about.map((cells) => [cells[0] ?? '', cells[1] ?? '']))
  if (!facts.has('Property')) return null
  const describeBook = (propertyName: string | undefined, during: string | undefined, part = '') =>
    `${propertyName}, ${part || during}`
  const [expectedBook, fileBook] = [
    describeBook(property, String(year), month),
    describeBook(facts.get('Property'), facts.get('Year'), facts.get('Month')),
  ]
  return expectedBook === fileBook ? null : `This workbook was made for ${fileBook}.`
}

/**
 * Checks an opened file row by row before anything is stored. `codesByName` has the account code for each
 * account name of the company’s own books.
 */
export function checkFile(
  { tables, lists, about, warnings = [] }: OpenedFile,
  book: Book,
  codesByName: ReadonlyMap<string, string> = new Map(),
): CheckedFile {
  const { chart, defaultColumn: usual } = book
  const columns = book.columns
    .filter(({ open }) => open)
    .map(({ key, label, headings = [] }) => ({ key, headings: [key, label, ...headings] }))
  const placesByCode = new Map<string, string>()
  const allRows = tables.flatMap(({ sheet, rows: table }) =>
    checkRows(table, { chart, columns, usual, codesByName: codesByName, sheet, placesByCode: placesByCode }),
  )
  const rows = allRows.filter(
    // Rows without an account in a workbook of the portal are always headings, totals and empty lines, so
    // they are not reported.
    ({ sheet, leftOutReason: left }) => sheet === null || left === null,
  )
  const lines = (book.lists ?? []).flatMap((list) => {
    const table = lists[list.name]
    return table ? [[list.name, checkLines(table, list)] as const] : []
  })
  const differences = getDifferences(allRows, book)
  return {
    rows,
    lists: Object.fromEntries(lines),
    otherBookWarning: getOtherBookWarning(book, about),
    differences,
    warnings,
  }
}
