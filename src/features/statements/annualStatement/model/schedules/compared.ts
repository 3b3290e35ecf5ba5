import type { Chart } from '#core/money/chart/model/index.ts'

import type { ReadCents, Side, TieOut } from '#engines/worksheet/model/index.ts'
import { cashFlowChart, readCashFlows } from './cashFlowLines.ts'
import { getAnnualStatementLabel, getCents, getIdentity, type ScheduleRow } from './declare.ts'
import type { LoanFact } from './loanRegister.ts'
import { getAnnualStatementSchedule, type Part } from './schedules.ts'

export type Rows = Readonly<Record<Part, readonly ScheduleRow[]>>

/** The agency's ledger figures of one reserve account in the period, in dollars. */
export type LedgerFact = {
  reserveKind: string
  institution: string | null
  accountNumber: string | null
  beginning: number
  deposits: number
  interest: number
  transfers: number
  releases: number
  fees: number
  ending: number
  monthlyRequired: number
  requestNumbers: string
  /**
   * Whether the ledger covers the whole period. Otherwise it was opened within the period, and only its
   * balance can be used.
   */
  whole: boolean
}

/**
 * A statement with everything its tie-outs compare. Its figures are in cents, data of other modules in
 * dollars.
 */
export type ComparedStatement = {
  propertyId: number
  year: number
  chart: Pick<Chart, 'accounts' | 'byCode'>
  read: ReadCents
  rows: Rows
  /**
   * Last year's statement: `read` has its amounts as this year restates them, `filed` as they were filed.
   */
  prior: { read: ReadCents; filed: ReadCents; rows: Rows } | null
  ledger: readonly LedgerFact[]
  /** Loans of the agency's register. Absent if no installed module has loans. */
  loans?: readonly LoanFact[]
  /** Distributions in the period that the agency approved, in dollars. Null if unknown. */
  approvedDistributions: number | null
  rules: { tolerance: number; insuredLimit: number }
}

/** The path of the screen that shows a part of a statement. */
export const getAnnualStatementPlace = (
  { year, propertyId }: Pick<ComparedStatement, 'year' | 'propertyId'>,
  part: string,
): string => `/afs/view/${year}/${propertyId}?part=${part}`

/**
 * A side of a tie-out with the sum of one or several accounts. `also` is added to its label to name another
 * year.
 */
export function getAccountsSide(
  { chart, read }: ComparedStatement,
  codes: readonly string[],
  also = '',
  readCents: ReadCents = read,
): Side {
  const present = codes.filter((code) => chart.byCode.has(code))
  const parts = present.map((code) => ({
    label: `${code} ${chart.byCode.get(code)?.name ?? ''}`,
    cents: readCents(code),
  }))
  const cents = parts.reduce((sum, part) => sum + part.cents, 0)
  const label = parts.length === 1 ? parts[0]!.label : (present.length > 0 ? present : codes).join(' + ')
  return {
    label: `${label}${also}`,
    cents,
    ...(also ? {} : { code: present[0] ?? codes[0]! }),
    of: present.length > 1 ? parts : [],
  }
}

/** A side with the sum of accounts in last year's statement. */
export const getPriorAccountsSide = (compared: ComparedStatement, codes: readonly string[]): Side => ({
  ...getAccountsSide(compared, codes, ` of ${compared.year - 1}`, compared.prior?.read ?? (() => 0)),
  to: getAnnualStatementPlace({ ...compared, year: compared.year - 1 }, 'balanceSheet'),
})

/**
 * A side with the sum of a schedule's column over all lines, or over those that `only` accepts, with the
 * figure of each line.
 */
export function getColumnSide(
  compared: ComparedStatement,
  part: Part,
  name: string,
  {
    only = () => true,
    words = '',
    sign = 1,
  }: { only?: (row: ScheduleRow) => boolean; words?: string; sign?: 1 | -1 } = {},
): Side {
  const annualStatementSchedule = getAnnualStatementSchedule(part)
  const lines = compared.rows[part].filter(only)
  const parts = lines.map((row, index) => ({
    label: getIdentity(annualStatementSchedule, row) || `${annualStatementSchedule.noun} ${index + 1}`,
    cents: sign * getCents(annualStatementSchedule, row, name),
  }))
  const title = `${annualStatementSchedule.label}: ${getAnnualStatementLabel(annualStatementSchedule, name).toLowerCase()}${words && `, ${words}`}`
  return {
    label: title,
    cents: parts.reduce((sum, item) => sum + item.cents, 0),
    to: getAnnualStatementPlace(compared, part),
    of: parts,
  }
}

/**
 * A side with the sum of one or several lines of the cash flow statement. `sign` names the lines to
 * subtract.
 */
export function getCashFlowSide(
  compared: ComparedStatement,
  codes: readonly string[],
  sign: Readonly<Record<string, -1>> = {},
): Side {
  const read = readCashFlows(compared.rows.cashFlows)
  const parts = codes.map((code) => ({
    label: cashFlowChart.byCode.get(code)?.name ?? code,
    cents: (sign[code] ?? 1) * read(code),
  }))
  return {
    label: `Cash flows: ${parts.map((part) => part.label.toLowerCase()).join(', ')}`,
    cents: parts.reduce((sum, part) => sum + part.cents, 0),
    to: getAnnualStatementPlace(compared, 'cashFlows'),
    of: parts.length > 1 ? parts : [],
  }
}

/** Two figures that a rule compares. `of` distinguishes several pairs of one rule. */
export type Pair = { left: Side; right: Side; of?: string; title?: string }
/** A tie-out of the statement: its text, its source, and the figures it compares. */
export type TieRule = Pick<TieOut, 'title' | 'source'> &
  Partial<Pick<TieOut, 'holds' | 'stops' | 'unit'>> & {
    /** The comparison as a sentence for the list of rules. */
    says: string
    /** The figures must be equal without tolerance, because they are not sums of rounded amounts. */
    exact?: boolean
    pairs: (compared: ComparedStatement) => readonly Pair[]
  }

type GetSide = (compared: ComparedStatement) => Side
/** Returns the one pair of a rule that compares two figures. */
export const createPair =
  (reads: GetSide, right: GetSide): TieRule['pairs'] =>
  (compared) => [{ left: reads(compared), right: right(compared) }]
/** Returns the one pair of a rule that needs last year's statement, and no pair without it. */
export const createPairWithPriorYear =
  (reads: GetSide, right: GetSide): TieRule['pairs'] =>
  (compared) =>
    compared.prior ? [{ left: reads(compared), right: right(compared) }] : []
/** Returns a function that makes a side from one account. */
export const createAccountSide =
  (code: string): GetSide =>
  (compared) =>
    getAccountsSide(compared, [code])

/** Tests whether a line has this value in a column. */
export const createColumnTest = (name: string, value: unknown) => (row: ScheduleRow) => row[name] === value
/** Returns the different texts in a column, without empty ones. */
export const getDistinctTexts = (rows: readonly ScheduleRow[], name: string): string[] =>
  [...new Set(rows.map((row) => row[name]))].filter(
    (item): item is string => typeof item === 'string' && item !== '',
  )
