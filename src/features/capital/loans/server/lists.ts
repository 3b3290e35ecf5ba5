import { type RawBuilder, sql } from 'kysely'
import { recordSql, recordsSql } from '#engines/worksheet/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { computeLoanYear } from '../model/amortization.ts'
import type { LoanLine, LoanView } from '../model/calls.ts'
import { Loan, LoanNumber, LoanYear } from '../model/entities.ts'
import { compareYears, computeDebtService, getLoanTerms, type LoanFacts } from '../model/years.ts'
import { isRunningSql } from './sql.ts'

/** A loan as the lists’ statement returns it: with the balance before its year (`opening`) and its terms. */
type LoanRow = LoanFacts &
  Omit<LoanLine, 'computedBalance' | 'difference' | 'annualDebtService'> & {
    additions: number | null
    opening: number | null
    endMonth: number
  }

const activeNumbersSql = sql`(select string_agg(n.number, ', ' order by n.system, n.number) from loan_number n
  where n.loan_id = l.loan_id and n.active)`

/**
 * SQL: the loans that were running in a year with its figures, or for null all loans with their newest
 * figures.
 */
const linesSql = (year: number | null) => sql<LoanRow>`
  select l.loan_id, l.property_id, p.name as property_name, p.agency_number, l.name, l.lender, l.loan_type,
  l.participation_lender,
    l.original_amount, l.interest_rate, l.start_date, l.maturity_date, l.amortization_months, l.payment_terms,
    l.annual_debt_service,
    l.lien_position, l.in_equity, l.status, l.paid_off_date, ${activeNumbersSql} as numbers,
    p.fiscal_year_end_month as end_month,
    y.year, y.additions, y.principal_paid, y.interest_paid, y.ending_balance as balance,
    b.ending_balance as opening
  from loan l join property p using (property_id)
  left join lateral (select * from loan_year d where d.loan_id = l.loan_id
  and d.year = coalesce(${year}::integer, d.year)
    order by d.year desc limit 1) y on true
  left join loan_year b on b.loan_id = l.loan_id and b.year = y.year - 1
  where ${year === null ? sql`true` : isRunningSql(year)}
  order by p.name, l.property_id, l.lien_position nulls last, l.loan_id`

/** Adds the results of the terms to a loan in a list. */
function getLine({
  opening,
  additions,
  endMonth,
  amortizationMonths,
  paymentTerms,
  ...row
}: LoanRow): LoanLine {
  const loan = { ...row, amortizationMonths, paymentTerms }
  const openingCents = opening === null ? null : toCents(opening) + toCents(additions ?? 0)
  const computed =
    openingCents === null || row.year === null
      ? null
      : computeLoanYear(getLoanTerms(loan), row.year, openingCents, endMonth).balance
  const difference = computed === null || row.balance === null ? null : toCents(row.balance) - computed
  const year = (row.year ?? Number(row.startDate.slice(0, 4))) + 1
  return {
    ...row,
    computedBalance: computed === null ? null : fromCents(computed),
    difference: difference === null ? null : fromCents(difference),
    annualDebtService:
      row.status === 'Active'
        ? computeDebtService(loan, row.balance ?? row.originalAmount, endMonth, year)
        : 0,
  }
}

/**
 * Loads all loans with the newest figures of each, or the loans that were running in a year with its figures.
 */
export async function loadLoanLines({ db }: AnyContext, year: number | null): Promise<LoanLine[]> {
  const { rows } = await linesSql(year).execute(db)
  return rows.map(({ annualDebtService, ...row }) => getLine({ ...row, annualDebtService } as LoanRow))
}

type StoredLoan = {
  loan: Row<typeof Loan>
  numbers: Row<typeof LoanNumber>[]
  years: Row<typeof LoanYear>[]
  endMonth: number
}
/** SQL: loans `l` of properties `p` with their numbers and years. */
const storedSql = (condition: RawBuilder<unknown>) => sql<StoredLoan>`
  select ${recordSql(Object.keys(Loan.fields), 'l')} as loan, p.fiscal_year_end_month as end_month,
    ${recordsSql(recordSql(Object.keys(LoanNumber.fields), 'n'), sql`(select * from loan_number m where m.loan_id = l.loan_id order by m.active desc, m.system, m.number) n`)} as numbers,
    ${recordsSql(recordSql(Object.keys(LoanYear.fields), 'y'), sql`(select * from loan_year d where d.loan_id = l.loan_id order by d.year) y`)} as years
  from loan l join property p using (property_id) where ${condition}
  order by l.lien_position nulls last, l.loan_id`

/**
 * Loads the loans of a property with their numbers and years, each year compared with the result of the
 * terms.
 */
export async function loadLoans({ db }: AnyContext, propertyId: number): Promise<LoanView[]> {
  const { rows } = await storedSql(sql`l.property_id = ${propertyId}`).execute(db)
  return rows.map(({ loan, numbers, years, endMonth }) => {
    const newest = years.at(-1)
    const balance = newest?.endingBalance ?? loan.originalAmount
    const next = (newest?.year ?? Number(loan.startDate.slice(0, 4))) + 1
    return {
      loan,
      numbers,
      years: compareYears(loan, years, endMonth).map((yearCompared) => ({
        ...yearCompared,
        booked: years.find((each) => each.year === yearCompared.year) ?? null,
      })),
      annualDebtService: loan.status === 'Active' ? computeDebtService(loan, balance, endMonth, next) : 0,
    }
  })
}
