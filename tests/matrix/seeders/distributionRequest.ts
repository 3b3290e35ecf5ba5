import type { Seeder } from '../seeders.ts'
import { beforeOthers, freeYear } from './surplusCash.ts'

/**
 * Seeds a distribution request that can be submitted and approved, on an approved statement with surplus
 * cash.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with record as (insert into annual_statement (afs_id, property_id, year, period_start, period_end, status_id, submitted, decided, comments, created_by)
      select ${beforeOthers}, $1, y.year, make_date(y.year, 1, 1), make_date(y.year, 12, 31), 5, now() - interval '30 days', now() - interval '5 days', $2 || ' statement', 5
      from (${freeYear}) y returning *),
    line as (insert into annual_statement_line (afs_id, property_id, code, position, amount)
      select afs_id, $1, code, position, amount from record, (values ('1120', 1120, 90000), ('2320', 2320, 2400000)) l (code, position, amount)),
    basis as (insert into distribution_basis (property_id, from_year, method, rate, development_cost, mortgage_principal)
      values ($1, 2150, 'Percent of equity', 8, 2900000, 2450000) on conflict (property_id, from_year) do nothing)
    insert into distribution_request (property_id, afs_id, year, amount_requested, purpose, payee, owner_comments, approved_amount,
        free_of_non_compliance, free_of_deficiencies, off_watch_list, waiver, created_by)
      select $1, afs_id, year, 5000, 'Owner distribution', $2 || ' partners', $2 || ' comments', 4000, true, true, true, $2 || ' waiver', 5 from record`,
    [propertyId, marker],
  )
}
