import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type Read, type Tied, tied } from '#statement/model/index.ts'
import { type LineCode, lineCodes, lineOf, surplusLines } from './form.ts'

/** A row of the form as it is kept, in dollars: null stands for the figure of the balance sheet, or for nothing. */
export type SurplusRow = {
  lineCode: string
  description: string | null
  submittedAmount: number | null
  reviewAmount: number | null
  reviewerComment: string | null
}
/** Figures of part A in integer cents, by line. */
export type Figures = Readonly<Record<LineCode, number>>

const dollars = (cents: number) => formatMoney(fromCents(cents))

/** The figures of the form as the balance sheet has them (domain 5.3); a line without accounts is 0. Cents. */
export const prefilled = (read: Read): Figures =>
  figuresBy((code) => (lineOf(code)?.accounts ?? []).reduce((sum, account) => sum + read(account), 0))

const figuresBy = (of: (code: LineCode) => number) =>
  Object.fromEntries(lineCodes.map((code) => [code, of(code)])) as Record<LineCode, number>

/** The figures that were submitted: what was typed, else what the balance sheet says. Cents. */
export function submittedFigures(rows: readonly SurplusRow[], read: Read): Figures {
  const carried = prefilled(read)
  return figuresBy((code) => {
    const typed = rows.find((row) => row.lineCode === code)?.submittedAmount
    return typed == null ? carried[code] : toCents(typed)
  })
}

/** The figures as the reviewer leaves them: the reviewer's where there is one, else what was submitted. Cents. */
export function reviewedFigures(rows: readonly SurplusRow[], read: Read): Figures {
  const submitted = submittedFigures(rows, read)
  return figuresBy((code) => {
    const reviewed = rows.find((row) => row.lineCode === code)?.reviewAmount
    return reviewed == null ? submitted[code] : toCents(reviewed)
  })
}

/** Whether the reviewer has changed anything. */
export const isReviewed = (rows: readonly SurplusRow[]): boolean => rows.some((row) => row.reviewAmount !== null)

/** The sums of part A in cents: (a) total cash, (b) current obligations, (c) surplus cash, negative for a deficiency. */
export function surplusOf(figures: Figures): { a: number; b: number; c: number } {
  const sum = (side: 'cash' | 'obligation') =>
    surplusLines.reduce((total, line) => total + (line.side === side ? figures[line.code] : 0), 0)
  const [a, b] = [sum('cash'), sum('obligation')]
  return { a, b, c: a - b }
}

/** Every prefilled line against the balance sheet (SUR-T1 and on, by line), warnings all; `sheet` is where that stands. */
export function surplusTies(rows: readonly SurplusRow[], read: Read, tolerance: number, sheet: string): Tied[] {
  const [figures, carried] = [submittedFigures(rows, read), prefilled(read)]
  const reserves = new Map(['1310', '1320', '1330', '1340', '1125'].map((code) => [code, read(code)]))
  return surplusLines
    .filter((line) => line.accounts.length > 0)
    .map(({ code, label, accounts }) =>
      tied(
        {
          id: `SUR-T${code.slice(1)}`,
          title: `${code} ${label}`,
          source: 'domain 5.3',
          left: { label: `${code}, surplus cash`, cents: figures[code], code },
          right: {
            label: `balance sheet ${accounts.join(' + ')}`,
            cents: carried[code],
            to: sheet,
          },
          holds: 'equal',
          stops: false,
        },
        tolerance,
        // Reserves and entity cash are none of it (domain 5.5): a difference of exactly one of them says so.
        reserves,
      ),
    )
}

/** What a form shows of itself, each with its id: a deficiency, and deposits that are not covered (domain 5.5). */
export type Finding = { id: string; words: string }

export function surplusFindings(figures: Figures, read: Read): Finding[] {
  const { c } = surplusOf(figures)
  const short = read('2191') - read('1191')
  return [
    ...(c < 0
      ? [
          {
            id: 'SUR-F1',
            words: `Deficiency of ${dollars(-c)}: nothing can be distributed, and no residual receipts are due.`,
          },
        ]
      : []),
    ...(short > 0
      ? [
          {
            id: 'SUR-F2',
            words: `Tenant deposits are short by ${dollars(short)}: ${dollars(read('1191'))} is held in trust (1191), ${dollars(read('2191'))} is owed (2191). The shortfall lowers surplus cash.`,
          },
        ]
      : []),
  ]
}

/** What keeps typed rows from standing: SUR-1 no negative amount, SUR-2 what is “other” is described. */
export function surplusFaults(rows: readonly SurplusRow[]): Fault[] {
  return rows.flatMap((row): Fault[] => {
    const line = lineOf(row.lineCode)
    const at = lineCodes.indexOf(row.lineCode as LineCode)
    const amount = row.submittedAmount
    return [
      ...(amount !== null && amount < 0
        ? [{ field: `lines.${at}.submittedAmount`, message: `${row.lineCode}: enter amounts without a minus sign.` }]
        : []),
      ...(line?.described && amount && !row.description?.trim()
        ? [{ field: `lines.${at}.description`, message: `${row.lineCode} ${line.label}: say what it is.` }]
        : []),
    ]
  })
}
