import type { ScreenIds } from '../places.ts'

/**
 * Inserts a rejected listing (status 6) of the property, with a version number that no other test uses. An
 * open listing would prevent new listings.
 */
const insertListing: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `insert into ahl (property_id, listing_version, city, status_id, submitted, decided) values ($1, 4000, 'Columbia', 6, now(), now())
      on conflict (property_id, listing_version) do update set city = excluded.city returning ahl_id as id`,
    [propertyId],
  )
  return { ahlId: result.rows[0]?.id ?? 0, propertyId }
}

/** The record that the screen of one listing is opened with. */
export const places: ScreenIds = { '/ahl/listing/:ahlId': insertListing }
