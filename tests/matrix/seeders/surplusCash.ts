import type { Seeder } from '../seeders.ts'

/**
 * `freeYear` is SQL for a year of property $1 without a statement. `beforeOthers` is SQL for an id below
 * those of all statements, because other tests take the statement with the highest id.
 */
export const freeYear =
  'select max(n) as year from generate_series(1990, 2198) n where not exists (select from annual_statement where property_id = $1 and year = n)'
export const beforeOthers = '(select coalesce(min(afs_id), 190) - 1 from annual_statement)'

/** Seeds the surplus cash of a draft statement, with the inputs of the property's distribution rights. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with record as (insert into annual_statement (afs_id, property_id, year, period_start, period_end, comments, created_by)
      select ${beforeOthers}, $1, y.year, make_date(y.year, 1, 1), make_date(y.year, 12, 31), $2 || ' statement', 5 from (${freeYear}) y returning *),
    cash as (insert into surplus_cash (afs_id, property_id, line_code, description, submitted_amount, reviewer_comment, origins)
      select afs_id, $1, 'A13', $2 || ' obligation', 1200, $2 || ' comment', '{"submittedAmount": {"by": 5, "at": "2026-03-01T12:00:00Z"}}' from record),
    computation as (insert into computation_of_distributions (afs_id, property_id, comments) select afs_id, $1, $2 || ' computation' from record returning *),
    basis as (insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal, rate_approval, source, set_by_id)
      values ($1, 1990, 'Percent of equity', 8, 2900000, 2450000, $2 || ' approval', $2 || ' certificate', 2)
      on conflict (property_id, from_year) do nothing),
    payment as (insert into distribution_payment (property_id, year, paid_on, source, amount, note)
      values ($1, 2020, '2020-06-30', 'Before the portal', 900, $2 || ' payment'))
    insert into yearly_distributions_accrued (property_id, computation_of_distributions_id, year, earned, typed, note)
      select $1, c.computation_of_distributions_id, r.year, 36000, true, $2 || ' right' from computation c, record r`,
    [propertyId, marker],
  )
}
