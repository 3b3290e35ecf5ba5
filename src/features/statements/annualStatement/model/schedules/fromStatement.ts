import {
  type AnyFigures,
  createColumnReader,
  describeTieOut,
  getRecordChart,
} from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { getAnnualStatementMonths } from '../months.ts'
import type { Inputs } from '../worksheet.ts'
import type { Sources } from './carry.ts'
import type { Rows, ScheduleRow } from './index.ts'
import { restatePriorYear } from './restating.ts'
import { getAnnualStatementTies } from './rules.ts'
import { getAnnualStatementSchedule, type Part, parts } from './schedules.ts'
import type { ScheduleInputs } from './wire.ts'

/** The entered content of a statement that schedules and tie-outs use. */
export type StatementContent = {
  lines: readonly AnyFigures[]
  periodStart: string
  periodEnd: string
} & Partial<Record<Part, readonly ScheduleRow[]>>
type Facts = Inputs & ScheduleInputs & { propertyId: number; year: number }

/**
 * Collects the data from which a statement's schedules are prefilled and which its tie-outs compare: the
 * entered content and the portal's data.
 */
export function getSources(written: StatementContent, facts: Facts): Sources {
  const chart = getRecordChart(facts)
  const { propertyId, year, ledger, loans, institutions, insuredLimit, prior, priorSchedules } = facts
  const before = new Map(
    Object.entries(prior?.amounts ?? {}).map(([code, amount]) => [code, toCents(amount)]),
  )
  const rows = Object.fromEntries(parts.map((part) => [part, getRowsWithCodes(part, written[part])])) as Rows
  return {
    propertyId,
    year,
    chart,
    ledger,
    loans,
    institutions,
    approvedDistributions: facts.approvedDistributions,
    months: getAnnualStatementMonths(written),
    read: createColumnReader(chart, written.lines),
    rows,
    prior: prior && priorSchedules && restatePriorYear(chart, before, priorSchedules, rows.restatements),
    rules: { tolerance: facts.rules.tolerance, insuredLimit },
  }
}

/** Returns the lines with their codes. In a form, the code of a fixed line is its key. */
const getRowsWithCodes = (part: Part, rows: readonly ScheduleRow[] = []): readonly ScheduleRow[] =>
  getAnnualStatementSchedule(part).lines
    ? rows.map((row) => ({ ...row, code: row.code ?? row.clientKey }))
    : rows

/**
 * AFS-9: returns a fault for every failed tie-out that blocks a statement. The balance sheet has its own
 * rule (domain 4.14).
 */
export const findBlockingTies = (written: StatementContent, facts: Facts): Fault[] =>
  getAnnualStatementTies(getSources(written, facts))
    .filter((tie) => tie.stops && !tie.agrees && tie.id !== 'AFS-T1')
    .map((tie) => ({ field: `ties.${tie.id}`, message: describeTieOut(tie) }))
