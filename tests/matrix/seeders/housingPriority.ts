import type { Seeder } from '../seeders.ts'

/**
 * Seeds a housing priority certification that can be submitted and approved, and a change of the referral
 * agency's contact.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with certification as (
      insert into housing_priority_certification (property_id, year, committed_units, vacant_units, held_units, referrals, lra_name, lra_agreement_ends,
          services, outreach, certified, owner_signed_by, owner_signed_on, lra_signed_by, lra_signed_on, created_by)
        select $1, 2030 + coalesce(max(year) - 2029, 0), 2, 0, 0, $2, $2, '2090-12-31', $2, $2, true, $2, '2026-01-15', $2, '2026-01-15', 5
        from housing_priority_certification where property_id = $1 and year >= 2030 returning *)
    insert into housing_priority_certification_special_needs (property_id, housing_priority_certification_id, population, committed, filled, by_referral, comments)
      select property_id, housing_priority_certification_id, 'Veterans', 2, 2, 1, $2 from certification`,
    [propertyId, `${marker} priority`],
  )
  await owner.query(
    `insert into lra_contact_change (property_id, name, company, changed_at, changed_by) values ($1, $2, $2, '2026-01-10', 2)`,
    [propertyId, `${marker} person`],
  )
}
