import type { Searchable } from '#ground/platform/search/server/index.ts'

/** Shorter parts fit the number of nearly every loan. */
const LEAST_OF_NUMBER = 3

/** Loans by any part of the numbers that the agency and the lenders know them by. */
export const searchable: Searchable = {
  kind: 'loan',
  order: 52,
  opens: true,
  rows: `with held as materialized (select kernel.scope(kernel.actor_id(), 'EquityFigures', 'read') as properties)
    select l.loan_id, l.property_id, n.number || ', ' || l.name,
      concat_ws(' · ', 'Loan', n.system, l.lender, (select p.name from property p where p.property_id = l.property_id), l.status),
      (case when lower(n.number) = $1 then 3 when lower(n.number) like $1 || '%' then 1 else 0.5 end)::real,
      concat('/EditProject/', l.property_id, '?tab=Loans')
    from held, loan_number n join loan l using (loan_id)
    where length($1) >= ${LEAST_OF_NUMBER} and lower(n.number) like $4
      and (held.properties is null or l.property_id = any (held.properties))`,
}
