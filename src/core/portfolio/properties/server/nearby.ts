import { sql } from 'kysely'
import { formatPropertyNumber, PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getNearbyProperties, type NearbyLine } from '../model/contentCalls.ts'
import { type PropertyRow, readProperty } from './property.ts'

type StoredLine = Omit<NearbyLine, 'propertyNumber'> & { agencyNumber: string | null; lihtC1: string | null }

const EARTH_RADIUS_MILES = 3958.7613
/** Slightly less than the miles of the shortest degree of latitude, so that the band misses no property. */
const MILES_PER_DEGREE = 68.6

/**
 * Loads the properties in scope within a number of miles of `center`, nearest first, with the haversine
 * formula. Returns none if the center has no coordinates.
 */
async function loadNearby(context: AnyContext, center: PropertyRow, miles: number): Promise<NearbyLine[]> {
  const { latitude, longitude, propertyId } = center
  if (latitude === null || longitude === null) return []
  const band = miles / MILES_PER_DEGREE
  const result = await sql<StoredLine>`
    select p.property_id, p.name as property_name, p.agency_number, l.lihtc_number as liht_c1,
    p.status_id as status, p.city,
      c.name as county, p.total_units, p.latitude, p.longitude, round(d.miles::numeric, 1) as distance
    from property p
    cross join lateral (select 2 * ${EARTH_RADIUS_MILES}::float8 * asin(least(1, sqrt(
      power(sind((p.latitude - ${latitude}::float8) / 2), 2)
      + cosd(${latitude}::float8) * cosd(p.latitude) * power(sind((p.longitude - ${longitude}::float8) / 2),
      2)))) as miles) d
    left join county c on c.county_id = p.county_id
    left join lateral (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
      order by n.position limit 1) l on true
    where p.property_id <> ${propertyId} and p.status_id <> ${PropertyStatus.Deleted}
      and p.latitude between ${latitude - band} and ${latitude + band} and d.miles <= ${miles}
    order by d.miles, p.property_id`.execute(context.db)
  const { agencyShortName } = context.services.config
  return result.rows.map(({ agencyNumber, lihtC1, ...row }) => ({
    ...row,
    propertyNumber: formatPropertyNumber({ agencyNumber, lihtC1 }, agencyShortName),
  }))
}

/** The handler of nearby properties. */
export const nearbyHandlers = [
  serve(getNearbyProperties, async (context) => {
    const { propertyId, miles } = context.params
    return loadNearby(context, await readProperty(context, propertyId), miles)
  }),
]
