import type { Seeder } from '../seeders.ts'

/** Seeds a change of company that is scheduled for 2099. */
export const seed: Seeder = async (owner, { propertyId, companyId }) => {
  await owner.query(
    `insert into planned_company_change (property_id, management_company_id, from_date) values ($1, $2, '2099-01-01') on conflict do nothing`,
    [propertyId, companyId],
  )
}
