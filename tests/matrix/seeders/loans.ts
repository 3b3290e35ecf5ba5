import type { Seeder } from '../seeders.ts'

/**
 * Seeds a loan of the property with a loan number and a year, an equity figure computed from it, and the
 * notice of that figure.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with made as (insert into loan (property_id, name, lender, loan_type, original_amount, start_date, amortization_months, note, created_by)
      values ($1, $2 || ' mortgage', $2 || ' Bank', 'FHA', 2450000, '2010-06-01', 480, $2 || ' note', 2) returning *),
    numbered as (insert into loan_number (property_id, loan_id, number, system, note)
      select $1, loan_id, $2 || ' ' || loan_id, 'MITAS', $2 || ' note' from made),
    booked as (insert into loan_year (property_id, loan_id, year, principal_paid, ending_balance, source, set_by_id)
      select $1, loan_id, 2024, 61600, 2388400, $2 || ' sheet', 2 from made)
    insert into equity_notice (property_id, year, recipients, equity, allowed_distribution, sent_by_id)
      values ($1, 2023, 1, 450000, 36000, 2) on conflict do nothing`,
    [propertyId, marker],
  )
  await owner.query(
    `insert into equity_figure (property_id, year, development_cost, original_mortgages, initial_equity, computed_equity, equity, rate,
        allowed_distribution, paid_off, note, set_by_id)
      values ($1, 2023, 2900000, 2450000, 450000, 450000, 450000, 8, 36000, null, $2 || ' note', 2) on conflict do nothing`,
    [propertyId, marker],
  )
}
