import type { Seeder } from '../seeders.ts'

/**
 * Seeds further data of the property's file: a former name, a partner, a program number and a credit
 * allocation.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with name as (insert into property_former_name (property_id, kind, name, until_day) values ($1, 'Name', $2 || ' Court', '2012-05-01')),
      partner as (insert into property_partner (property_id, name, role, from_date) values ($1, $2 || ' Partners', 'General partner', '2012-01-01')),
      number as (insert into property_program_number (property_id, kind, number)
        select $1, 'HUD property', $2 || count(*) from property_program_number where property_id = $1)
    insert into credit_allocation (property_id, credit, allocated_year, set_aside, first_credit_year, note) values ($1, '9%', 2008, '40% at 60%', 2009, $2)`,
    [propertyId, marker],
  )
}
