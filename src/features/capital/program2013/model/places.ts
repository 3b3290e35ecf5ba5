import { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'

/** A ZIP code with one of its counties, and its city if there is one. */
export const place = z.object({ zip: z.string(), city: z.string().nullable(), county: z.string() })
export type Place = z.infer<typeof place>

const normalizePlace = (text: string): string =>
  text.trim().toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ')
/**
 * Normalizes a county without the word “county”, so that `St. Louis County` and `saint louis` compare equal.
 */
const normalizeCounty = (text: string): string =>
  normalizePlace(text)
    .replace(/ county$/, '')
    .replace(/^saint /, 'st ')
const normalizeCity = (text: string): string => normalizePlace(text).replace(/^saint /, 'st ')

/** Returns the first five digits of a ZIP code. */
export const getFiveDigits = (zip: string): string => zip.trim().slice(0, 5)

/** Groups places by ZIP code. */
export const groupByZip = (pairs: readonly Place[]): ReadonlyMap<string, Place[]> =>
  Map.groupBy(pairs, (pair) => pair.zip)

const joinOr = (names: readonly string[]): string => [...new Set(names)].join(' or ')

/**
 * Returns faults if a place does not fit together: the ZIP code is not in the state, or is in another county
 * or city. `places` are the places of that ZIP code. The city is checked only if the ZIP code has one.
 */
export function getPlaceFaults(
  { zip, city, county }: { zip: string | null; city: string | null; county: string | null },
  places: readonly Place[],
): Fault[] {
  if (!zip?.trim()) return []
  if (places.length === 0) return [{ field: 'zip', message: `ZIP code ${zip} is not in the state.` }]
  const cities = places.flatMap((item) => (item.city ? [item.city] : []))
  const faults: Fault[] = []
  if (county?.trim() && !places.some((item) => normalizeCounty(item.county) === normalizeCounty(county)))
    faults.push({
      field: 'county',
      message: `ZIP code ${zip} is in ${joinOr(places.map((item) => item.county))}, not in ${county.trim()}.`,
    })
  if (
    city?.trim() &&
    cities.length > 0 &&
    !cities.some((text) => normalizeCity(text) === normalizeCity(city))
  )
    faults.push({ field: 'city', message: `ZIP code ${zip} is ${joinOr(cities)}, not ${city.trim()}.` })
  return faults
}
