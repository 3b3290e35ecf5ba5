import type { Account, Chart } from '#core/money/chart/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { ReadCents } from './compute.ts'
import type { FigureLine, Origin } from './figures.ts'

/** The identifying fields of a figure. */
type AccountName = Pick<Account, 'code' | 'name'>
/** A figure that counts in another one, with its sign. `from` is its origin in words; null for a total. */
export type Part = { account: AccountName; sign: 1 | -1; cents: number; from: string | null }
/** How a figure comes about: its formula and its parts, or its origin, and the totals that use it. */
export type Derivation = {
  account: AccountName
  cents: number
  /** `= 5100T − 5200T`; null for a figure that is entered. */
  formula: string | null
  parts: readonly Part[]
  from: string | null
  usedIn: readonly AccountName[]
}

/** The input of a derivation: reads the figures of a column, their origins, and the names of users. */
export type Sources = {
  read: ReadCents
  origin: (code: string) => Origin | undefined
  people: Readonly<Record<number, string>>
}

/**
 * A source of figures in words, with the account codes of its figures by column label. If the source is a
 * file, the code is followed by the row. `cells` identifies the same figures by the key of the column; the
 * cells of a total are all cells of its line.
 */
export type Source = {
  words: string
  figures: ReadonlyMap<string, readonly string[]>
  cells: readonly string[]
}
const getCellKey = (column: string, code: string) => `${column} ${code}`

const describePlace = ({ file, sheet, row }: Pick<Origin, 'file' | 'sheet' | 'row'>): string =>
  [file, sheet, `row ${row}`].filter(Boolean).join(', ')

/**
 * Describes the origin of a figure: `typed by Ann Lee, 03/14/2026; was $1,050.00 in maple-grove.xlsx, row
 * 16`. The screen and the print show the same words.
 */
export function describeOrigin(origin: Origin | undefined, people: Sources['people'], cents = 0): string {
  // A nonzero figure without an origin was entered, either just now or without a recorded source.
  if (!origin) return cents === 0 ? 'nothing entered' : 'not saved yet, or no source recorded'
  const day = formatDate(origin.at, 'MM/DD/YYYY')
  if (origin.carried) return `carried from ${origin.carried}`
  if (origin.file) return `imported ${day}, ${describePlace(origin)}`
  const person = (origin.by !== null && people[origin.by]) || 'somebody who has left'
  const { was } = origin
  const before = was
    ? `; was ${was.amount === null ? 'empty' : formatMoney(was.amount)} ${was.carried ? `carried from ${was.carried}` : `in ${describePlace(was)}`}`
    : ''
  return `typed by ${person}, ${day}${before}`
}

/** `= 5100T − 5200T`; null for an account whose figure is entered. */
const describeFormula = ({ formula }: Account): string | null =>
  formula === null ? null : `= ${formula.replaceAll(' - ', ' − ').replaceAll('..', ' to ')}`

/**
 * Returns the derivation of a figure of a column: its formula, the nonzero figures in it, and the figures
 * that use it.
 */
export function getDerivation(
  chart: Chart,
  code: string,
  { read, origin, people }: Sources,
): Derivation | null {
  const account = chart.byCode.get(code)
  if (!account) return null
  const terms = chart.countedByTotal.get(code)
  const getOriginText = (sourceAccount: Account) =>
    sourceAccount.formula === null
      ? describeOrigin(origin(sourceAccount.code), people, read(sourceAccount.code))
      : null
  const parts = (terms ?? []).flatMap(({ code: part, sign }): Part[] => {
    const partAccount = chart.byCode.get(part)
    const cents = read(part)
    return partAccount && (cents !== 0 || partAccount.formula !== null)
      ? [{ account: partAccount, sign, cents, from: getOriginText(partAccount) }]
      : []
  })
  const usedIn = chart.accounts.filter((account) =>
    chart.countedByTotal.get(account.code)?.some((term) => term.code === code),
  )
  const formula = describeFormula(account)
  return { account, cents: read(code), formula, parts, from: getOriginText(account), usedIn }
}

/** A column that is added to or subtracted from others: its label, its sign, and its figures. */
export type SummedColumn = { label: string; sign: 1 | -1; sources: Sources }

/**
 * Returns the derivation of a figure that is computed from other columns of its line, such as a year to
 * date.
 */
export function getColumnsDerivation(
  chart: Chart,
  code: string,
  columns: readonly SummedColumn[],
): Derivation | null {
  const account = chart.byCode.get(code)
  if (!account) return null
  const parts = columns.map(
    ({ label, sign, sources: { read, origin, people } }): Part => ({
      account: { ...account, name: label },
      sign,
      cents: read(code),
      from: account.formula === null ? describeOrigin(origin(code), people, read(code)) : null,
    }),
  )
  const labels = columns.map(
    ({ label, sign }, index) => `${index === 0 ? '' : sign > 0 ? '+ ' : '− '}${label}`,
  )
  const cents = parts.reduce((sum, part) => sum + part.sign * part.cents, 0)
  return { account, cents, formula: `= ${labels.join(' ')}`, parts, from: null, usedIn: [] }
}

/**
 * Returns every source of the figures of a statement once, in the words of the screen, because a print
 * cannot answer clicks. Imported figures are listed under their file with the row of each; the formulas of
 * totals come last.
 */
export function getStatementSources(
  chart: Chart,
  lines: readonly Pick<FigureLine, 'code' | 'origins'>[],
  columns: readonly { key: string; label: string }[],
  people: Sources['people'],
): Source[] {
  const sourcesByText = new Map<string, { figures: Map<string, string[]>; cells: string[] }>()
  for (const { key, label } of columns)
    for (const line of lines) {
      const { code, origins } = line
      const origin = origins?.[key]
      // A removed figure has no reference.
      if (!origin || !chart.byCode.has(code) || (line as FigureLine)[key] === null) continue
      const text = describeOrigin(origin, people)
      const sourceText = origin.file ? text.replace(/, row \d+$/, '') : text
      const source = sourcesByText.get(sourceText) ?? { figures: new Map<string, string[]>(), cells: [] }
      const { figures, cells } = source
      sourcesByText.set(sourceText, source)
      cells.push(getCellKey(key, code))
      figures.set(label, [...(figures.get(label) ?? []), origin.file ? `${code} (row ${origin.row})` : code])
    }
  const totals = chart.accounts.flatMap((account): Source[] => {
    const text = describeFormula(account)
    const cells = columns.map(({ key }) => getCellKey(key, account.code))
    return text ? [{ words: `${account.code} ${account.name} ${text}`, figures: new Map(), cells }] : []
  })
  return [...[...sourcesByText].map(([words, source]) => ({ words, ...source })), ...totals]
}

/** Returns the function that gives each printed figure the number of its source in the list. */
export function createSourceNumbering(
  sources: readonly Source[],
): (column: string, code: string) => number | undefined {
  const numbers = new Map(
    sources.flatMap(({ cells }, index) => cells.map((cell) => [cell, index + 1] as const)),
  )
  return (column, code) => numbers.get(getCellKey(column, code))
}
