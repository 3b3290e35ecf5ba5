import type { Account, Chart } from '#ground/chart/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Origin } from './figures.ts'
import type { Read } from './reckon.ts'

/** A figure that counts in another: its account, its cents and sign, and in words where it came from; null for a total. */
export type Part = { account: Account; sign: 1 | -1; cents: number; from: string | null }
/** Where a figure comes from. */
export type Derivation = {
  account: Account
  cents: number
  /** `= 5100T − 5200T`; null for a figure that is typed. */
  formula: string | null
  parts: readonly Part[]
  from: string | null
  usedIn: readonly Account[]
}

/** What a derivation looks at: the figures of a column, where they came from, and who people are. */
export type Sources = {
  read: Read
  origin: (code: string) => Origin | undefined
  people: Readonly<Record<number, string>>
}

const placeWords = ({ file, sheet, row }: Pick<Origin, 'file' | 'sheet' | 'row'>): string =>
  [file, sheet, `row ${row}`].filter(Boolean).join(', ')

/** `typed by Ann Lee, 03/14/2026; was $1,050.00 in maple-grove.xlsx, row 16`. The same words on the screen and in print. */
export function originWords(origin: Origin | undefined, people: Sources['people']): string {
  if (!origin) return 'nothing entered'
  const day = formatDate(origin.at, 'MM/DD/YYYY')
  if (origin.carried) return `carried from ${origin.carried}`
  if (origin.file) return `imported ${day}, ${placeWords(origin)}`
  const who = (origin.by !== null && people[origin.by]) || 'somebody who has left'
  const { was } = origin
  const before = was ? `; was ${was.amount === null ? 'empty' : formatMoney(was.amount)} in ${placeWords(was)}` : ''
  return `typed by ${who}, ${day}${before}`
}

/** Where a figure of a column comes from: its formula, the figures in it that hold anything, and what it is used in. */
export function derivationOf(chart: Chart, code: string, { read, origin, people }: Sources): Derivation | null {
  const account = chart.of.get(code)
  if (!account) return null
  const counted = chart.counted.get(code)
  const words = (of: Account) => (of.formula === null ? originWords(origin(of.code), people) : null)
  const parts = (counted ?? []).flatMap(({ code: part, sign }): Part[] => {
    const of = chart.of.get(part)
    const cents = read(part)
    return of && (cents !== 0 || of.formula !== null) ? [{ account: of, sign, cents, from: words(of) }] : []
  })
  const usedIn = chart.accounts.filter((one) => chart.counted.get(one.code)?.some((each) => each.code === code))
  const formula =
    account.formula === null ? null : `= ${account.formula.replaceAll(' - ', ' − ').replaceAll('..', ' to ')}`
  return { account, cents: read(code), formula, parts, from: words(account), usedIn }
}
