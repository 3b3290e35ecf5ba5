import { type RawBuilder, sql } from 'kysely'

/** Names a property and one of its years. */
type PropertyYear = { propertyId: number; year: number }

/**
 * SQL: the loans of a property as notes payable of a year, as one list (domain 4.5, 31): the terms, and the
 * booked amounts of the year. Debts to developers are listed among related parties instead.
 */
export const notesPayableSql = ({ propertyId, year }: PropertyYear): RawBuilder<unknown> => sql`
  select coalesce(jsonb_agg(jsonb_build_object('lender', l.lender, 'accountCode', l.account_code, 'noteDate',
  l.start_date,
      'originalAmount', l.original_amount, 'interestRate', l.interest_rate, 'maturity', l.maturity_date,
      'paymentTerms', l.payment_terms,
      'lienPosition', l.lien_position, 'beginning', y.ending_balance + y.principal_paid - y.additions,
      'additions', y.additions,
      'payments', y.principal_paid, 'interestPaid', y.interest_paid, 'ending', y.ending_balance)
    order by l.lien_position nulls last, l.loan_id), '[]')
  from loan l left join loan_year y on y.loan_id = l.loan_id and y.year = ${year}
  where l.property_id = ${propertyId} and l.account_code is not null and l.account_code <> '2330'
    and extract(year from l.start_date) <= ${year} and (l.status = 'Active' or extract(year
    from l.paid_off_date) >= ${year})`
