import type { Seeder } from '../seeders.ts'

/** Seeds units set aside for special needs, and one vacant unit that waits for a referral. */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `insert into special_needs_set_aside (property_id, population, units, note)
      select $1, p.name, 3, $2 || ' note' from (values (1, 'Veterans'), (2, 'Homeless'), (3, 'Other'), (4, 'Substance use')) p (place, name)
      where not exists (select from special_needs_set_aside s where s.property_id = $1 and s.population = p.name) order by p.place limit 1`,
    [propertyId, marker],
  )
  await owner.query(
    `insert into special_needs_hold (property_id, unit, population, vacated_on, hold_until) values ($1, left($2, 15) || ' 1', 'Veterans', '2026-01-05', '2026-02-04')`,
    [propertyId, marker],
  )
}
