import { z } from 'zod'
import type { Account, Chart } from '#core/money/chart/model/index.ts'
import { longText, money, requiredText } from '#kernel/model/field.ts'
import { readAmountText } from '#ui/model/amountText.ts'
import { findAccountCode } from './pasted.ts'
import { NO_VALUE } from './sheetXml.ts'

/** A column that a file may contain, with the headings it may have. */
export type FileColumn = { key: string; headings: readonly string[] }
/** A checked row of a file: the figures it would import, or the reason why it cannot be imported. */
export type CheckedRow = {
  /** Its number in the file, from 1, and its sheet if the workbook has several. */
  row: number
  sheet: string | null
  code: string | null
  /** The name of the account in the file. */
  name: string
  amounts: Record<string, number | null>
  note: string | null
  faults: readonly string[]
  /** The reason why the row is left out although it has no fault: it is a total or a heading. */
  leftOutReason: string | null
}

/** The schema of a row as an import sends it: its place in the file, its account, and dollars by column. */
export const importedRow = <const C extends string>(columns: readonly C[]) =>
  z.object({
    row: z.int().min(1).max(100_000),
    sheet: z.string().max(31).nullable().optional(),
    code: requiredText('Account', 8),
    /** The name of the account in the company’s own books; remembered for the next import. */
    name: z.string().max(120).nullable().optional(),
    ...(Object.fromEntries(columns.map((column) => [column, money(column).optional()])) as Record<
      C,
      z.ZodOptional<ReturnType<typeof money>>
    >),
    note: longText('Note', 1000).optional(),
  })

/**
 * Returns a heading or name in lower case without punctuation, so that different spellings compare as
 * equal.
 */
export const normalizeName = (text: string | undefined): string =>
  (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s.:*_-]+/g, ' ')
    .trim()
const codeHeadings = new Set([
  'code',
  'account',
  'account number',
  'account no',
  'acct',
  'gl',
  'gl account',
  'number',
])
const nameHeadings = new Set(['name', 'description', 'account name', 'line', 'line item'])
const noteHeadings = new Set(['note', 'notes', 'comment', 'comments', 'narrative', 'explanation'])

/** The line of the headings in a file, and the index of each column; −1 if there is none. */
type Headings = { at: number; code: number; name: number; note: number; amounts: [string, number][] }

type Table = readonly (readonly string[])[]

/** Reads the amount of a cell; spreadsheets write zero as a dash, with or without the dollar sign. */
const readAmount = (text: string) => (/^\$?\s*[-–—]$/.test(text) ? { amount: 0 } : readAmountText(text))
const parseAmount = (text: string): number | null => {
  const read = readAmount(text)
  return 'amount' in read ? read.amount : null
}

/** Returns a sentence about why a cell cannot be read as an amount; '' if it can. */
function getProblem(text: string): string {
  if (text === NO_VALUE)
    return 'Its formula was never calculated: open the file in Excel, save it, and import it again.'
  const read = readAmount(text)
  return 'problem' in read ? `“${text}” ${read.problem}` : ''
}

/** Finds the last column after the accounts in which at least half of the filled cells read as amounts. */
function findAmountColumn(rows: Table, codeOrNameColumn: number): number {
  const width = Math.max(0, ...rows.map((row) => row.length))
  for (let index = width - 1; index > codeOrNameColumn; index -= 1) {
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '')
    const amounts = cells.filter((cell) => parseAmount(cell) !== null)
    if (amounts.length > 0 && amounts.length * 2 >= cells.length) return index
  }
  return width - 1
}

/**
 * Returns the columns of a file without headings for amounts: the account code is in the first column
 * unless another one has that heading, and the amount is in the last column with amounts.
 */
function guessColumns(table: Table, usual: string): Headings {
  const hasCodeHeading = (row: readonly string[]) =>
    row.map(normalizeName).some((cell) => codeHeadings.has(cell))
  const index = table.slice(0, MAX_LINES_ABOVE_HEADINGS).findIndex(hasCodeHeading)
  const cells = (table[index] ?? []).map(normalizeName)
  const code = Math.max(
    0,
    cells.findIndex((cell) => codeHeadings.has(cell)),
  )
  const nameColumn = cells.findIndex((cell) => nameHeadings.has(cell))
  const amount = findAmountColumn(table.slice(index + 1), Math.max(code, nameColumn))
  const name = nameColumn >= 0 ? nameColumn : amount > code + 1 ? code + 1 : -1
  return {
    at: index,
    code,
    name,
    note: cells.findIndex((cell) => noteHeadings.has(cell)),
    amounts: [[usual, amount]],
  }
}

/** The maximum number of lines above the headings of a file. */
const MAX_LINES_ABOVE_HEADINGS = 20

/** Finds the headings among the first lines of a file. */
function findHeadings(table: Table, columns: readonly FileColumn[], usual: string): Headings {
  for (let index = 0; index < Math.min(table.length, MAX_LINES_ABOVE_HEADINGS); index += 1) {
    const cells = table[index]!.map(normalizeName)
    const code = cells.findIndex((cell) => codeHeadings.has(cell))
    const name = cells.findIndex((cell) => nameHeadings.has(cell))
    const amounts = columns.flatMap(({ key, headings }): [string, number][] => {
      const index = cells.findIndex(
        (cell) => cell !== '' && headings.some((heading) => normalizeName(heading) === cell),
      )
      return index < 0 ? [] : [[key, index]]
    })
    if ((code >= 0 || name >= 0) && amounts.length > 0)
      return { at: index, code, name, note: cells.findIndex((cell) => noteHeadings.has(cell)), amounts }
  }
  return guessColumns(table, usual)
}

/**
 * Returns the account of a row: by its code, else by how the company mapped the names of its books, else by
 * the name in the chart.
 */
function getAccount(
  chart: Chart,
  code: string,
  name: string,
  codesByName: ReadonlyMap<string, string>,
): Account | undefined {
  const mappedCode = codesByName.get(name.trim().toLowerCase()) ?? codesByName.get(code.trim().toLowerCase())
  return (
    chart.byCode.get(findAccountCode(code) ?? '') ??
    chart.byCode.get(mappedCode ?? '') ??
    chart.accounts.find((account) => name !== '' && normalizeName(account.name) === normalizeName(name))
  )
}

type CheckContext = {
  chart: Chart
  columns: readonly FileColumn[]
  /** The column that is used if the file names none. */
  usual: string
  codesByName: ReadonlyMap<string, string>
  sheet?: string | null
  /** The accounts of earlier rows and sheets of the file, with their places in words. */
  placesByCode?: Map<string, string>
}

/**
 * Checks a file row by row before anything is stored: the account of each row and the figures it imports.
 * Rows without figures are left out with a reason, and so are totals, which are computed. `known` has the
 * account code for each account name of the company’s own books.
 */
export function checkRows(
  table: readonly (readonly string[])[],
  { chart, columns, usual, codesByName: known, sheet = null, placesByCode: seen = new Map() }: CheckContext,
): CheckedRow[] {
  const headings = findHeadings(table, columns, usual)
  return table.flatMap((cells, index): CheckedRow[] => {
    if (index <= headings.at || cells.every((cell) => cell.trim() === '')) return []
    const [code, name] = [cells[headings.code] ?? '', cells[headings.name] ?? '']
    const row = {
      row: index + 1,
      sheet,
      name: (name || code).trim(),
      note: cells[headings.note]?.trim() || null,
      leftOutReason: null,
    }
    const texts = headings.amounts.map(([key, at]) => [key, (cells[at] ?? '').trim()] as const)
    const amounts = Object.fromEntries(
      texts.filter(([, text]) => text !== '').map(([key, text]) => [key, parseAmount(text)]),
    )
    if (Object.keys(amounts).length === 0 && !(row.note && chart.byCode.has(code.trim())))
      return [
        { ...row, code: null, amounts, faults: [], leftOutReason: 'No amount: a heading or an empty line.' },
      ]
    const account = getAccount(chart, code, name, known)
    if (!account)
      return [
        {
          ...row,
          code: null,
          amounts,
          faults: ['Choose the account this line belongs to, or leave it out.'],
        },
      ]
    if (account.formula !== null)
      return [
        {
          ...row,
          code: account.code,
          amounts,
          faults: [],
          leftOutReason: `${account.code} is a total: it is computed.`,
        },
      ]
    const amountFaults = texts.filter(([key]) => amounts[key] === null).map(([, text]) => getProblem(text))
    const before = seen.get(account.code)
    seen.set(account.code, before ?? `row ${index + 1}${sheet ? ` of ${sheet}` : ''}`)
    const duplicateFaults = before === undefined ? [] : [`${account.code} is already in ${before}.`]
    return [{ ...row, code: account.code, amounts, faults: [...amountFaults, ...duplicateFaults] }]
  })
}

/** Returns checked rows in the form in which an import sends them. */
export const toImportedRows = (rows: readonly CheckedRow[]) =>
  rows.map(({ row, sheet, code, name, amounts, note }) => ({
    row,
    sheet,
    code: code ?? '',
    name: name.slice(0, 120),
    ...amounts,
    ...(note && { note: note.slice(0, 1000) }),
  }))
