import type { Seeder } from '../seeders.ts'

/**
 * Seeds a void payment of the property's newest request. Because it is void, the request can still take every
 * step.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `insert into payment (property_id, module_name, request_id, payee, amount, paid_on, check_number, voided_on, void_reason)
      select $1, 'Replacement_Reserve', max(replacement_reserve_request_id), $2 || ' payee', 10, current_date, $2 || ' check', current_date, $2 || ' was lost'
      from replacement_reserve_request where property_id = $1`,
    [propertyId, marker],
  )
}
