import type { Chart } from '#ground/money/chart/model/index.ts'

import type { Read, Side, TieOut } from '#statement/model/index.ts'
import { cashFlowChart, readCashFlows } from './cashFlowLines.ts'
import { centsIn, getAnnualStatementLabel, getIdentity, type ScheduleRow } from './declare.ts'
import type { LoanFact } from './loanRegister.ts'
import { getAnnualStatementSchedule, type Part } from './schedules.ts'

export type Rows = Readonly<Record<Part, readonly ScheduleRow[]>>

/** The agency's ledger figures for a reserve account in the period, in dollars. */
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
   * Whether the ledger covers the whole period. If not, it opened within the period and only its balance is
   * known.
   */
  whole: boolean
}

/** A statement with everything its tie-outs look at; figures in cents, facts of the portal in dollars. */
export type Compared = {
  propertyId: number
  year: number
  chart: Pick<Chart, 'accounts' | 'of'>
  read: Read
  rows: Rows
  /** The statement of the year before: as this one restates it, and as it was filed. */
  prior: { read: Read; filed: Read; rows: Rows } | null
  ledger: readonly LedgerFact[]
  /** Loans of the agency's register; absent where no module keeps loans. */
  loans?: readonly LoanFact[]
  /** Distributions of the period that the agency approved; null while unknown. */
  approvedDistributions: number | null
  rules: { tolerance: number; insuredLimit: number }
}

/** The address of a part of a statement. */
export const getAnnualStatementPlace = (
  { year, propertyId }: Pick<Compared, 'year' | 'propertyId'>,
  part: string,
): string => `/afs/view/${year}/${propertyId}?part=${part}`

/** One or several accounts, together; `also` says which year. */
export function accounts(
  { chart, read }: Compared,
  codes: readonly string[],
  also = '',
  readCents: Read = read,
): Side {
  const present = codes.filter((code) => chart.of.has(code))
  const parts = present.map((code) => ({
    label: `${code} ${chart.of.get(code)?.name ?? ''}`,
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

/** Accounts as the year before left them. */
export const accountsBefore = (compared: Compared, codes: readonly string[]): Side => ({
  ...accounts(compared, codes, ` of ${compared.year - 1}`, compared.prior?.read ?? (() => 0)),
  to: getAnnualStatementPlace({ ...compared, year: compared.year - 1 }, 'balanceSheet'),
})

/** A column of a schedule, of all lines or of some, with the figure of each. */
export function column(
  compared: Compared,
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
    cents: sign * centsIn(annualStatementSchedule, row, name),
  }))
  const title = `${annualStatementSchedule.label}: ${getAnnualStatementLabel(annualStatementSchedule, name).toLowerCase()}${words && `, ${words}`}`
  return {
    label: title,
    cents: parts.reduce((sum, item) => sum + item.cents, 0),
    to: getAnnualStatementPlace(compared, part),
    of: parts,
  }
}

/** A line of the statement of cash flows, or several. */
export function flow(
  compared: Compared,
  codes: readonly string[],
  sign: Readonly<Record<string, -1>> = {},
): Side {
  const read = readCashFlows(compared.rows.cashFlows)
  const parts = codes.map((code) => ({
    label: cashFlowChart.of.get(code)?.name ?? code,
    cents: (sign[code] ?? 1) * read(code),
  }))
  return {
    label: `Cash flows: ${parts.map((part) => part.label.toLowerCase()).join(', ')}`,
    cents: parts.reduce((sum, part) => sum + part.cents, 0),
    to: getAnnualStatementPlace(compared, 'cashFlows'),
    of: parts.length > 1 ? parts : [],
  }
}

/** A pair of figures that a rule compares; `of` distinguishes several pairs of one rule. */
export type Pair = { left: Side; right: Side; of?: string; title?: string }
/** A tie-out of the statement as a rule: its text, its source, and the figures it compares. */
export type TieRule = Pick<TieOut, 'title' | 'source'> &
  Partial<Pick<TieOut, 'holds' | 'stops' | 'unit'>> & {
    /** The comparison as a sentence for the list of rules. */
    says: string
    /** No tolerance: the figures are no sums of rounded ones. */
    exact?: boolean
    pairs: (compared: Compared) => readonly Pair[]
  }

type Reads = (compared: Compared) => Side
/** A rule of one pair. */
export const pair =
  (reads: Reads, right: Reads): TieRule['pairs'] =>
  (compared) => [{ left: reads(compared), right: right(compared) }]
/** Returns a rule with one pair that applies only where the previous year has a statement. */
export const sinceLast =
  (reads: Reads, right: Reads): TieRule['pairs'] =>
  (compared) =>
    compared.prior ? [{ left: reads(compared), right: right(compared) }] : []
export const account =
  (code: string): Reads =>
  (compared) =>
    accounts(compared, [code])

/** The lines that hold a value in a column, and the values there are. */
export const of = (name: string, value: unknown) => (row: ScheduleRow) => row[name] === value
export const distinct = (rows: readonly ScheduleRow[], name: string): string[] =>
  [...new Set(rows.map((row) => row[name]))].filter(
    (item): item is string => typeof item === 'string' && item !== '',
  )
