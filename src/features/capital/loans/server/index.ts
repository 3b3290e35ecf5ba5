import { sql } from 'kysely'
import { loadHistory } from '#core/platform/history/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { Loan, type LoanNumber, type LoanYear } from '../model/entities.ts'
import { getLoanFaults, getYearFaults } from '../model/years.ts'
import { loadLoans } from './lists.ts'
import { summaryHandlers } from './summaries.ts'
import { uploadHandlers } from './upload.ts'

export {
  type ActiveLoan,
  activeLoansSql,
  computeDebtServiceByLoan,
  loadActiveLoans,
} from './active.ts'
export { notesPayableSql } from './notes.ts'

type LoanRow = Row<typeof Loan>
type NumberRow = Row<typeof LoanNumber>
type YearRow = Row<typeof LoanYear>

const defaults = {
  participationLender: null,
  participationPercent: null,
  maturityDate: null,
  paidOffDate: null,
  loanType: 'Other',
  status: 'Active',
  interestRate: 0,
  startDate: '',
}

/** Checks a loan before it is stored. It cannot move to another property. */
const loanHooks: CrudHooks = {
  before: async (context, values, present) => {
    const loan = { ...defaults, ...present, ...values } as LoanRow
    if (present && loan.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: a loan stays with its property.' }])
    const faults = loan.startDate ? getLoanFaults(loan) : []
    if (faults.length > 0) refuse.rule('There is a problem', faults)
    return present ? values : { ...values, createdBy: context.actor.userId }
  },
}

/** Loads the loan that a number or a year belongs to. Refuses a loan out of scope. */
const loadLoan = async (context: AnyContext, loanId: number | undefined): Promise<LoanRow> =>
  (await readRow(context, Loan, loanId ?? 0)) as LoanRow

/** Refuses to move a number or a year to another loan. `what` names it in the message. */
const refuseOtherLoan = (
  values: Partial<NumberRow>,
  present: Partial<NumberRow> | null,
  what: string,
): void => {
  if (present && values.loanId !== undefined && values.loanId !== present.loanId)
    refuse.invalid([{ field: 'loanId', message: `Loan: a ${what} stays with its loan.` }])
}

/**
 * LOA-N1 and LOA-N2: checks that an active number names only one loan in its system, and ends after it began.
 */
const numberHooks: CrudHooks = {
  before: async (context, values, present) => {
    const row = { active: true, ...present, ...values } as NumberRow
    refuseOtherLoan(values, present, 'number')
    const { propertyId } = await loadLoan(context, row.loanId)
    if (row.fromDate && row.toDate && row.toDate < row.fromDate)
      refuse.rule('There is a problem', [{ field: 'toDate', message: 'To: it is before the day it began.' }])
    const sameNumber = await sql<{
      name: string
    }>`select l.name from loan_number n join loan l using (loan_id)
      where ${row.active ?? false} and n.active and n.system = ${row.system ?? null}
      and n.number = ${row.number ?? null}
        and n.loan_number_id <> ${row.loanNumberId ?? 0}`.execute(context.db)
    if (sameNumber.rows[0])
      refuse.rule('There is a problem', [
        { field: 'number', message: `Number: ${row.number} names ${sameNumber.rows[0].name} already.` },
      ])
    return { ...values, propertyId }
  },
}

const bookedFigures = ['year', 'additions', 'principalPaid', 'interestPaid', 'endingBalance'] as const

/**
 * Refuses a correction of booked figures without a reason of its own, because equity and distributions are
 * decided on them.
 */
function refuseWithoutReason(changed: YearRow, present: YearRow): void {
  const isChanged = bookedFigures.some((name) => changed[name] !== present[name])
  if (isChanged && (!changed.note?.trim() || changed.note === present.note))
    refuse.rule('There is a problem', [
      { field: 'note', message: 'Reason: say why the booked figures are corrected.' },
    ])
}

/** Checks that years of a loan follow each other, and stores who entered each. */
const yearHooks: CrudHooks = {
  before: async (context, values, present) => {
    const row = {
      additions: 0,
      principalPaid: 0,
      interestPaid: 0,
      ...present,
      ...values,
    } as YearRow
    refuseOtherLoan(values, present, 'year')
    if (present) refuseWithoutReason(row, present as YearRow)
    const loan = await loadLoan(context, row.loanId)
    const result = await sql<YearRow>`select * from loan_year where loan_id = ${loan.loanId}
      and loan_year_id <> ${row.loanYearId ?? 0} for update`.execute(context.db)
    if (result.rows.some((item) => item.year === row.year))
      refuse.rule('There is a problem', [
        { field: 'year', message: `Fiscal year: ${row.year} has its figures already. Change those.` },
      ])
    const isComplete = row.year !== undefined && row.endingBalance !== undefined
    const faults = isComplete ? getYearFaults(row, loan, result.rows) : []
    if (faults.length > 0) refuse.rule('There is a problem', faults)
    return {
      ...values,
      propertyId: loan.propertyId,
      source: 'By hand',
      setById: context.actor.userId,
      setAt: context.services.now().toISOString(),
    }
  },
  beforeRemove: async (context, present) => {
    const { loanId, propertyId, year } = present as YearRow
    const result = await sql<{ later: number | null; computed: number | null }>`select
      (select min(year) from loan_year where loan_id = ${loanId} and year > ${year}) as later,
      (select min(year) from equity_figure where property_id = ${propertyId} and year >= ${year}
        and principal_paid > 0) as computed`.execute(context.db)
    const { later, computed } = result.rows[0]!
    if (later !== null) refuse.conflict(`${later} continues this year. Remove the later years first.`)
    if (computed !== null)
      refuse.rule(
        `The equity of ${computed} was computed from principal paid through ${year}. Correct the year instead.`,
      )
  },
}

/** Loads the changes of a loan, its numbers and its years. */
async function loadLoanHistory(context: AnyContext, loanId: number) {
  const { propertyId } = await loadLoan(context, loanId)
  const result = await sql<{ numbers: number[]; years: number[] }>`select
    array(select row_id from audit_log where property_id = ${propertyId} and table_name = 'loan_number'
    and changes ->> 'loan_id' = ${String(loanId)}
      union select loan_number_id from loan_number where loan_id = ${loanId}) as numbers,
    array(select loan_year_id from loan_year where loan_id = ${loanId}) as years`.execute(context.db)
  const { numbers, years } = result.rows[0]!
  return loadHistory(context, 'Loan', loanId, [
    { table: 'loan', ids: [loanId] },
    { table: 'loan_number', ids: numbers },
    { table: 'loan_year', ids: years },
  ])
}

/** The handlers of the calls about loans, their numbers and their years. */
export const served: Served[] = [
  ...serveController(calls.loans, loanHooks),
  ...serveController(calls.loanNumbers, numberHooks),
  ...serveController(calls.loanYears, yearHooks),
  ...summaryHandlers,
  ...uploadHandlers,
  serve(calls.getByProject, (context) => loadLoans(context, context.params.propertyId)),
  serve(calls.getLoanHistory, (context) => loadLoanHistory(context, context.params.id)),
]
