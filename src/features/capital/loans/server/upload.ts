import { sql } from 'kysely'
import { checkSheet, refuseFaultyRows } from '#engines/worksheet/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { countMonthsBetween } from '../model/amortization.ts'
import { uploadLoans } from '../model/calls.ts'
import type { LoanYear } from '../model/entities.ts'
import { loanSheet, newLoanFields, type UploadRow } from '../model/uploadRow.ts'
import { type BookedYear, getLoanFaults, getYearFaults, type LoanFacts } from '../model/years.ts'

/** A loan of the register with its booked years. */
type RegisteredLoan = LoanFacts & { loanId: number; propertyId: number; years: Row<typeof LoanYear>[] }
type Register = {
  /** The loans by system and active number, for example `MITAS 4711`. */
  byNumber: Map<string, RegisteredLoan>
  /** The ids of properties by agency number in small letters. */
  byProperty: Map<string, number>
}

const getKey = ({ system, number }: Pick<UploadRow, 'system' | 'number'>): string =>
  `${system ?? 'MITAS'} ${number}`

/** Loads the loans and properties that rows may refer to. Other uploads wait until this transaction ends. */
async function loadRegister({ db }: AnyContext): Promise<Register> {
  await sql`select pg_advisory_xact_lock(hashtext('loan'))`.execute(db)
  const numbers = await sql<RegisteredLoan & { system: 'MITAS' | 'Lender'; number: string }>`
    select n.system, n.number, l.loan_id, l.property_id, l.original_amount, l.interest_rate, l.start_date,
    l.maturity_date,
      l.amortization_months, l.payment_terms, l.annual_debt_service,
      (select coalesce(jsonb_agg(jsonb_build_object('year', y.year, 'additions', y.additions, 'principalPaid',
      y.principal_paid,
        'interestPaid', y.interest_paid, 'endingBalance', y.ending_balance)), '[]') from loan_year y
        where y.loan_id = l.loan_id) as years
    from loan_number n join loan l using (loan_id) where n.active`.execute(db)
  const properties = await sql<{ propertyId: number; agencyNumber: string }>`
    select property_id, agency_number from property where agency_number is not null`.execute(db)
  return {
    byNumber: new Map(numbers.rows.map((row) => [getKey(row), row])),
    byProperty: new Map(properties.rows.map((row) => [row.agencyNumber.toLowerCase(), row.propertyId])),
  }
}

/**
 * A row without faults: its loan, null if the row adds one, and the figures of the year; `before` are the
 * stored ones.
 */
type ValidRow = BookedYear & {
  row: UploadRow
  loanId: number | null
  propertyId: number
  before: BookedYear | null
}

const getBookedAmounts = (row: UploadRow, year: number): BookedYear => ({
  year,
  additions: row.additions ?? 0,
  principalPaid: row.principalPaid,
  interestPaid: row.interestPaid ?? 0,
  endingBalance: row.endingBalance,
})

/** Returns the loan that a row adds to the register, with the faults that keep it from being added. */
function readNewLoan(
  row: UploadRow,
  { byProperty }: Register,
): { loan: LoanFacts | null; propertyId: number; faults: Fault[] } {
  const none = { loan: null, propertyId: 0 }
  const missing = newLoanFields.filter((field) => row[field] === undefined)
  if (missing.length === newLoanFields.length || missing.includes('originalAmount'))
    return {
      ...none,
      faults: [
        {
          field: 'number',
          message: `Number: ${getKey(row)} is not in the register. Correct it, or fill in ${newLoanFields.map(loanSheet.getFieldLabel).join(', ')} to enter the loan.`,
        },
      ],
    }
  if (missing.length > 0)
    return {
      ...none,
      faults: missing.map((field) => ({
        field,
        message: `${loanSheet.getFieldLabel(field)}: *Field is required`,
      })),
    }
  const propertyId = byProperty.get(row.propertyNumber!.toLowerCase())
  if (!propertyId)
    return {
      ...none,
      faults: [{ field: 'propertyNumber', message: `Property number: ${row.propertyNumber} is unknown.` }],
    }
  const loan = {
    originalAmount: row.originalAmount!,
    interestRate: row.interestRate ?? 0,
    startDate: row.startDate!,
    maturityDate: row.maturityDate ?? null,
    amortizationMonths: countPayments(row),
    annualDebtService: null,
    paymentTerms: 'Amortizing' as const,
  }
  const statusFields = { loanType: row.loanType ?? 'Other', status: 'Active', paidOffDate: null }
  const noParticipation = { participationLender: null, participationPercent: null }
  return { loan, propertyId, faults: getLoanFaults({ ...loan, ...statusFields, ...noParticipation }) }
}

function countPayments({ amortizationMonths, startDate, maturityDate }: UploadRow): number | null {
  if (amortizationMonths) return amortizationMonths
  return startDate && maturityDate ? Math.max(1, countMonthsBetween(startDate, maturityDate)) : null
}

/** Compares a row with the register: the valid row, or its faults. */
function compareRow(
  row: UploadRow,
  year: number,
  register: Register,
): { sound: ValidRow | null; faults: Fault[] } {
  const existingLoan = register.byNumber.get(getKey(row))
  const booked = getBookedAmounts(row, year)
  const newLoan = existingLoan ? null : readNewLoan(row, register)
  const loan = existingLoan ?? newLoan?.loan
  if (!loan || (newLoan && newLoan.faults.length > 0)) return { sound: null, faults: newLoan?.faults ?? [] }
  const years = existingLoan?.years ?? []
  const matchingYears = years.filter((item) => item.year !== year)
  const faults = getYearFaults(booked, loan, matchingYears)
  const before = years.find((item) => item.year === year) ?? null
  const loanIds = {
    loanId: existingLoan?.loanId ?? null,
    propertyId: existingLoan?.propertyId ?? newLoan!.propertyId,
  }
  return { sound: faults.length > 0 ? null : { ...booked, ...loanIds, row, before }, faults }
}

const figures = ['additions', 'principalPaid', 'interestPaid', 'endingBalance'] as const
const isSame = (sound: ValidRow): boolean =>
  sound.before !== null && figures.every((name) => sound[name] === sound.before![name])

/** Adds the loans that are not in the register yet, with their numbers, and sets their ids in the rows. */
async function enterLoans(context: AnyContext, sound: readonly ValidRow[]): Promise<void> {
  for (const soundRow of sound.filter((each) => each.loanId === null)) {
    const { row, propertyId } = soundRow
    const result = await sql<{ loanId: number }>`with made as (
        insert into loan (property_id, name, lender, loan_type, original_amount, interest_rate, start_date,
        maturity_date, amortization_months, created_by)
        values (${propertyId}, ${row.name}, ${row.lender}, ${row.loanType ?? 'Other'}, ${row.originalAmount},
        ${row.interestRate ?? 0},
          ${row.startDate}::date, ${row.maturityDate ?? null}::date, ${countPayments(row)}::integer,
          ${context.actor.userId}) returning loan_id),
      numbered as (insert into loan_number (property_id, loan_id, number, system)
        select ${propertyId}, loan_id, ${row.number}, ${row.system ?? 'MITAS'} from made)
      select loan_id from made`.execute(context.db)
    soundRow.loanId = result.rows[0]!.loanId
  }
}

/** Stores the figures of a year in one statement. */
async function storeYears(context: AnyContext, year: number, sound: readonly ValidRow[]): Promise<void> {
  const rows = sound.map(({ loanId, propertyId, ...one }) => ({
    loan_id: loanId,
    property_id: propertyId,
    year,
    additions: one.additions,
    principal_paid: one.principalPaid,
    interest_paid: one.interestPaid,
    ending_balance: one.endingBalance,
  }))
  await sql`insert into loan_year as y (loan_id, property_id, year, additions, principal_paid, interest_paid,
    ending_balance, source, set_by_id, set_at)
    select r.*, 'Upload', ${context.actor.userId}::integer,
    ${context.services.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (loan_id integer, property_id integer,
    year integer, additions numeric,
      principal_paid numeric, interest_paid numeric, ending_balance numeric)
    on conflict (loan_id, year) do update set additions = excluded.additions,
    principal_paid = excluded.principal_paid,
      interest_paid = excluded.interest_paid, ending_balance = excluded.ending_balance,
      source = excluded.source,
      set_by_id = excluded.set_by_id, set_at = excluded.set_at`.execute(context.db)
}

/** The handler that uploads loan figures. It stores all rows, or none. */
export const uploadHandlers: Served[] = [
  serve(uploadLoans, async (context) => {
    const { body, params, query } = context
    const register = await loadRegister(context)
    const { faults, sound } = checkSheet(body, {
      sheet: loanSheet,
      uniqueKey: { field: 'number', keyOf: getKey, nameOf: (row) => row.number },
      checkRow: (row) => compareRow(row, params.year, register),
    })
    const changing = sound.filter((sound) => !isSame(sound))
    const counts = {
      rows: body.length,
      added: changing.filter((sound) => sound.before === null).length,
      changed: changing.filter((sound) => sound.before !== null).length,
      unchanged: sound.length - changing.length,
      newLoans: sound.filter((sound) => sound.loanId === null).length,
    }
    if (query.check) return { ...counts, faults }
    refuseFaultyRows(faults)
    await enterLoans(context, changing)
    if (changing.length > 0) await storeYears(context, params.year, changing)
    return { ...counts, faults: [] }
  }),
]
