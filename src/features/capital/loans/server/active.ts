import { type RawBuilder, sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { computeLoanYear } from '../model/amortization.ts'
import { getLoanTerms, type LoanFacts } from '../model/years.ts'

/** SQL: the newest booked balance of loan `l`, or its original amount. */
const remainingBalanceSql = sql`coalesce((select y.ending_balance from loan_year y where y.loan_id = l.loan_id
  order by y.year desc limit 1), l.original_amount)`

/**
 * SQL: the loans of properties that are not paid off, as `property_id, words, path, booked_through`: the
 * loan's name, lender and remaining balance.
 */
export const activeLoansSql = (propertyIdsSql: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.property_id, concat_ws(', ', l.name, l.lender, concat(to_char(${remainingBalanceSql},
  'FM$999,999,999,990.00'),
  ' left')) as words,
    concat('/EditProject/', l.property_id, '?tab=Loans') as path,
    (select max(y.year) from loan_year y where y.loan_id = l.loan_id) as booked_through
  from loan l where l.status = 'Active' and l.property_id in (${propertyIdsSql})`

/** A loan that is not paid off, in words and with the path of its property’s Loans tab. */
export type ActiveLoan = { propertyId: number; words: string; path: string }

/** Loads the loans of properties that are not paid off, in one statement. */
export async function loadActiveLoans(
  { db }: AnyContext,
  propertyIds: readonly number[],
): Promise<ActiveLoan[]> {
  const result = await sql<ActiveLoan>`select a.property_id, a.words, a.path
    from (${activeLoansSql(sql`select unnest(${[...propertyIds]}::integer[])`)}) a
    order by a.property_id, a.words`.execute(db)
  return result.rows
}

type LoanRow = LoanFacts & { name: string; lienPosition: number | null; balance: number; endMonth: number }

/**
 * Computes interest and principal of a property’s active loans in a year, in cents, from the balance before
 * the year.
 */
export async function computeDebtServiceByLoan(
  { db }: AnyContext,
  { propertyId, year }: { propertyId: number; year: number },
): Promise<{ name: string; isFirst: boolean; interest: number; principal: number }[]> {
  const result = await sql<LoanRow>`
    select l.name, l.lien_position, l.original_amount, l.interest_rate, l.start_date, l.maturity_date,
    l.amortization_months, l.payment_terms,
      l.annual_debt_service, p.fiscal_year_end_month as end_month,
      coalesce((select y.ending_balance from loan_year y where y.loan_id = l.loan_id and y.year < ${year}
      order by y.year desc limit 1), l.original_amount) as balance
    from loan l join property p using (property_id)
    where l.property_id = ${propertyId} and l.status = 'Active' and extract(year from l.start_date) <= ${year}
    order by l.lien_position nulls last, l.loan_id`.execute(db)
  return result.rows.map((loan, index) => {
    const { interest, principal } = computeLoanYear(
      getLoanTerms(loan),
      year,
      Math.round(loan.balance * 100),
      loan.endMonth,
    )
    return { name: loan.name, isFirst: (loan.lienPosition ?? index + 1) === 1, interest, principal }
  })
}
