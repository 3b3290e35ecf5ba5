import type { Seeder } from '../seeders.ts'

/** A suspension request that could be submitted. */
export const seed: Seeder = async (owner, { propertyId, word }) => {
  await owner.query(
    `insert into replacement_reserve_suspension (property_id, cause, reason, start_month, end_month, threshold_per_unit, created_by)
      values ($1, 'The property is short of cash', $2, '2027-01-01', '2027-12-01', 1000, 5)`,
    [propertyId, `${word} is short of cash`],
  )
}
