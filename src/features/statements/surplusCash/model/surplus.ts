import {
  compareTieOut,
  type Expression,
  type Figure,
  getFigureCents,
  minus,
  plus,
  type ReadCents,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  createFormFigure,
  getSurplusCashLine,
  type LineCode,
  lineCodes,
  type SurplusLine,
  sumLabels,
  surplusLines,
} from './form.ts'

/** A stored row of the form, in dollars. A null amount means that of the balance sheet, or none. */
export type SurplusRow = {
  lineCode: string
  description: string | null
  submittedAmount: number | null
  reviewAmount: number | null
  reviewerComment: string | null
}
/** The figures of part A in cents, by line. */
export type Figures = Readonly<Record<LineCode, number>>

const dollars = (cents: number) => formatMoney(fromCents(cents))

/** Builds the figures of part A from a function that gives each line's cents. */
export const buildFigures = (getFigure: (code: LineCode) => number): Figures =>
  Object.fromEntries(lineCodes.map((code) => [code, getFigure(code)])) as Record<LineCode, number>

/**
 * Returns the sum of a line's balance sheet accounts as a formula. `describeCode` gives the name and source
 * of an account.
 */
export const getCarriedForward = (
  { accounts }: SurplusLine,
  read: ReadCents,
  describeCode: (code: string) => { name: string; from: string | null } = (name) => ({ name, from: null }),
): Expression =>
  plus(
    ...accounts.map((code) =>
      createFormFigure(code, describeCode(code).name, read(code), describeCode(code).from),
    ),
  )

/**
 * Returns the figures of the form as the balance sheet has them (domain 5.3), in cents. A line without
 * accounts is 0.
 */
export const getPrefilledFigures = (read: ReadCents): Figures =>
  buildFigures((code) => getFigureCents(getCarriedForward(getSurplusCashLine(code)!, read)))

/** Returns the submitted figures in cents: entered amounts, or else those of the balance sheet. */
export function getSubmittedFigures(rows: readonly SurplusRow[], read: ReadCents): Figures {
  const prefilledFigures = getPrefilledFigures(read)
  return buildFigures((code) => {
    const submittedAmount = rows.find((row) => row.lineCode === code)?.submittedAmount
    return submittedAmount == null ? prefilledFigures[code] : toCents(submittedAmount)
  })
}

/**
 * Returns the figures after review in cents: the reviewer's amount if there is one, otherwise the submitted
 * amount.
 */
export function getReviewedFigures(rows: readonly SurplusRow[], read: ReadCents): Figures {
  const submitted = getSubmittedFigures(rows, read)
  return buildFigures((code) => {
    const reviewed = rows.find((row) => row.lineCode === code)?.reviewAmount
    return reviewed == null ? submitted[code] : toCents(reviewed)
  })
}

/** Whether the reviewer has changed anything. */
export const isReviewed = (rows: readonly SurplusRow[]): boolean =>
  rows.some((row) => row.reviewAmount !== null)

/**
 * Returns the sums of part A over its lines: (a) total cash, (b) current obligations, (c) surplus cash,
 * negative for a deficiency. Source: domain 5.2; HUD-93486.
 */
export function computePartA(lines: readonly Figure[]): Record<keyof typeof sumLabels, Figure> {
  const sum = (name: keyof typeof sumLabels, expression: Expression) =>
    createFormFigure(`(${name})`, sumLabels[name], expression)
  const side = (sideName: SurplusLine['side']) =>
    plus(...lines.filter((line) => getSurplusCashLine(line.code!)?.side === sideName))
  const [a, b] = [sum('a', side('cash')), sum('b', side('obligation'))]
  return { a, b, c: sum('c', minus(a, b)) }
}

/** Computes the sums of part A in cents. */
export function computeSurplus(figures: Figures): { a: number; b: number; c: number } {
  const { a, b, c } = computePartA(
    surplusLines.map(({ code, label }) => createFormFigure(code, label, figures[code])),
  )
  return { a: getFigureCents(a), b: getFigureCents(b), c: getFigureCents(c) }
}

/** Returns the delinquent amounts in dollars: lines A5, A6 and A9. */
export const getDelinquentAmounts = ({ A5, A6, A9 }: Figures) => ({
  mortgage: fromCents(A5),
  deposits: fromCents(A6),
  escrow: fromCents(A9),
})

/**
 * Compares each prefilled line with the balance sheet (SUR-T1 and on, by line), as warnings. `sheet` is the
 * path of the balance sheet.
 */
export function getSurplusTies(
  rows: readonly SurplusRow[],
  read: ReadCents,
  tolerance: number,
  sheet: string,
): TieOutResult[] {
  const [figures, prefilledFigures] = [getSubmittedFigures(rows, read), getPrefilledFigures(read)]
  const reserves = new Map(['1310', '1320', '1330', '1340', '1125'].map((code) => [code, read(code)]))
  return surplusLines
    .filter((line) => line.accounts.length > 0)
    .map(({ code, label, accounts }) =>
      compareTieOut(
        {
          id: `SUR-T${code.slice(1)}`,
          title: `${code} ${label}`,
          source: 'domain 5.3',
          left: { label: `${code}, surplus cash`, cents: figures[code], code },
          right: {
            label: `balance sheet ${accounts.join(' + ')}`,
            cents: prefilledFigures[code],
            to: sheet,
          },
          holds: 'equal',
          stops: false,
        },
        tolerance,
        // Reserves and entity cash do not belong to it (domain 5.5). A difference of exactly one of them is
        // named in the hint.
        reserves,
      ),
    )
}

/** A finding of a form with its id: a deficiency, or deposits that are not covered (domain 5.5). */
export type Finding = { id: string; words: string }

/**
 * Current liabilities from which no line of the form is prefilled: overdraft, payables beyond operations,
 * interest on other loans, notes due, miscellaneous (domain 4.3, 5.2). Of property taxes, the part above
 * the escrow counts.
 */
export const unassignedLiabilities = [
  '2105',
  '2111',
  '2112',
  '2115',
  '2116',
  '2133',
  '2134',
  '2150',
  '2160',
  '2190',
] as const
const ESCROW = '1310'
/** The lines of the form in which such a liability is entered if it is due. */
const linesForUnassigned: readonly LineCode[] = ['A4', 'A7', 'A8', 'A9', 'A10', 'A13']

/** Returns the balance of a liability from which no line is prefilled, in cents. */
const getOwedAmount = (read: ReadCents, code: (typeof unassignedLiabilities)[number]): number =>
  Math.max(0, read(code) - (code === '2150' ? Math.max(0, read(ESCROW)) : 0))

const describeLiability = (code: (typeof unassignedLiabilities)[number]): string =>
  code === '2150' ? `2150 (above the escrow of ${ESCROW})` : code

/** Sums the amounts in these lines beyond the accounts they are prefilled from, in cents. */
function sumEnteredBeyondAccounts(figures: Figures, read: ReadCents): number {
  const prefilledFigures = getPrefilledFigures(read)
  return linesForUnassigned.reduce(
    (sum, code) => sum + Math.max(0, figures[code] - prefilledFigures[code]),
    0,
  )
}

/** Returns the findings of a form (domain 5.5): SUR-F1 to SUR-F3. */
export function findSurplusFindings(figures: Figures, read: ReadCents): Finding[] {
  const { c } = computeSurplus(figures)
  const shortfall = read('2191') - read('1191')
  const owedCodes = unassignedLiabilities.filter((code) => getOwedAmount(read, code) > 0)
  const unnamed =
    owedCodes.reduce((sum, code) => sum + getOwedAmount(read, code), 0) -
    sumEnteredBeyondAccounts(figures, read)
  return [
    ...(c < 0
      ? [
          {
            id: 'SUR-F1',
            words: `Deficiency of ${dollars(-c)}: nothing can be distributed, and no residual receipts are due.`,
          },
        ]
      : []),
    ...(shortfall > 0
      ? [
          {
            id: 'SUR-F2',
            words: `Tenant deposits are short by ${dollars(shortfall)}: ${dollars(read('1191'))} is held in trust (1191), ${dollars(read('2191'))} is owed (2191). The shortfall lowers surplus cash.`,
          },
        ]
      : []),
    ...(unnamed > 0
      ? [
          {
            id: 'SUR-F3',
            words: `The balance sheet owes ${dollars(unnamed)} more in ${owedCodes.map(describeLiability).join(', ')} than the form names: where they are due, current liabilities lower surplus cash. Enter them in ${linesForUnassigned.join(', ')}.`,
          },
        ]
      : []),
  ]
}

/**
 * Returns the faults of entered rows: SUR-1 an amount must not be negative, SUR-2 an “other” line needs a
 * description.
 */
export function checkSurplusRows(rows: readonly SurplusRow[]): Fault[] {
  return rows.flatMap((row): Fault[] => {
    const line = getSurplusCashLine(row.lineCode)
    const index = lineCodes.indexOf(row.lineCode as LineCode)
    const amount = row.submittedAmount
    return [
      ...(amount !== null && amount < 0
        ? [
            {
              field: `lines.${index}.submittedAmount`,
              message: `${row.lineCode}: enter amounts without a minus sign.`,
            },
          ]
        : []),
      ...(line?.described && amount && !row.description?.trim()
        ? [{ field: `lines.${index}.description`, message: `${row.lineCode} ${line.label}: say what it is.` }]
        : []),
    ]
  })
}
