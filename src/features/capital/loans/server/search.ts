import type { Searchable } from '#core/platform/search/server/index.ts'

/** The shortest part of a number that is searched, because a shorter one matches nearly every loan. */
const MIN_NUMBER_LENGTH = 3

/** Lets people search for loans by a part of any number, of the agency’s system or of the lender. */
export const loanSearch: Searchable = {
  kind: 'loan',
  order: 52,
  opens: true,
  rows: `with held as materialized (select kernel.scope(kernel.actor_id(), 'EquityFigures', 'read') as properties)
    select l.loan_id, l.property_id, n.number || ', ' || l.name,
      concat_ws(' · ', 'Loan', n.system, l.lender, (select p.name from property p where p.property_id = l.property_id), l.status),
      (case when lower(n.number) = $1 then 3 when lower(n.number) like $1 || '%' then 1 else 0.5 end)::real,
      concat('/EditProject/', l.property_id, '?tab=Loans')
    from held, loan_number n join loan l using (loan_id)
    where length($1) >= ${MIN_NUMBER_LENGTH} and lower(n.number) like $4
      and (held.properties is null or l.property_id = any (held.properties))`,
}
