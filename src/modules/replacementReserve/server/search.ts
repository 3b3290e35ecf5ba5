import type { Searchable } from '#ground/search/server/index.ts'

/** Requests by number, R-12 or 12, where the caller may read those of the property. */
export const searchable: Searchable = {
  kind: 'request',
  order: 20,
  rows: `with reserve as materialized (select kernel.scope(kernel.actor_id(), 'Replacement_Reserve', 'read') as properties)
    select r.replacement_reserve_request_id, r.property_id, 'R-' || r.replacement_reserve_request_id,
      'Replacement reserve request · ' || p.name, 3::real
    from reserve, replacement_reserve_request r join property p on p.property_id = r.property_id
    where r.replacement_reserve_request_id = $3::integer and $5 in ('', 'r', 'r4r')
      and (reserve.properties is null or r.property_id = any (reserve.properties))`,
}
