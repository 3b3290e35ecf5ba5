import type { Places } from '../places.ts'

/** A listing of the property, filed for the visit. */
const listing: Places[string] = async (owner, propertyId) => {
  const made = await owner.query<{ id: number }>(
    `insert into ahl (property_id, listing_version, city, status_id, submitted) values ($1, 4000, 'Columbia', 2, now())
      on conflict (property_id, listing_version) do update set city = excluded.city returning ahl_id as id`,
    [propertyId],
  )
  return { ahlId: made.rows[0]?.id ?? 0, propertyId }
}

export const places: Places = { '/ahl/listing/:ahlId': listing }
