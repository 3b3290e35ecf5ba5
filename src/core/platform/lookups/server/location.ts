import { sql } from 'kysely'
import type { Fault } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'

const getZip5 = (zip: string): string => zip.trim().slice(0, 5)

/** Loads the city and counties of a ZIP code, main county first; none outside the state. */
export const loadLookupPlaces = (context: AnyContext, zip: string) =>
  context.db
    .selectFrom('zipCode')
    .innerJoin('county', 'county.countyId', 'zipCode.countyId')
    .select([
      'zipCode.zip',
      'zipCode.city',
      'zipCode.countyId',
      'county.name as countyName',
      'zipCode.isPrimary',
    ])
    .where('zipCode.zip', '=', getZip5(zip))
    .orderBy('isPrimary', 'desc')
    .orderBy('county.name')
    .execute()

const normalizeCounty = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/\s+(county|city)$/, '')
    .replace(/^saint /, 'st. ')

/** The parts of an address; missing parts are not checked. */
type Place = { city?: string | null; county?: string | null; zip?: string | null }

/**
 * Finds contradictions in an address: a ZIP code or city that is unknown in the state or in another county.
 */
export async function findLocationFaults(
  context: AnyContext,
  { city, county, zip }: Place,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const places = zip ? await loadLookupPlaces(context, zip) : []
  if (zip && places.length === 0) faults.push({ field: 'zip', message: 'This ZIP code is not in the state.' })
  if (
    county &&
    places.length > 0 &&
    !places.some((place) => normalizeCounty(place.countyName) === normalizeCounty(county))
  ) {
    faults.push({
      field: 'county',
      message: `ZIP code ${zip} is in ${places.map((place) => place.countyName).join(' or ')}.`,
    })
  }
  if (city) {
    const matchingCities = await context.db
      .selectFrom('city')
      .innerJoin('county', 'county.countyId', 'city.countyId')
      .select('county.name')
      .where(sql`lower(city.name)`, '=', city.trim().toLowerCase())
      .execute()
    if (
      matchingCities.length === 0 &&
      !places.some((place) => place.city?.toLowerCase() === city.trim().toLowerCase())
    ) {
      faults.push({ field: 'city', message: `No place named ${city} is known in the state.` })
    } else if (
      county &&
      matchingCities.length > 0 &&
      !matchingCities.some((item) => normalizeCounty(item.name) === normalizeCounty(county))
    ) {
      faults.push({
        field: 'city',
        message: `${city} is in ${matchingCities.map((item) => item.name).join(' or ')}.`,
      })
    }
  }
  return faults
}
