import { z } from 'zod'
import type { Fault } from '#kernel/model/refusals.ts'

/** A ZIP code with one of its counties and, where known, its city. */
export const place = z.object({ zip: z.string(), city: z.string().nullable(), county: z.string() })
export type Place = z.infer<typeof place>

const bare = (text: string): string => text.trim().toLowerCase().replace(/\./g, '').replace(/\s+/g, ' ')
/** A county without the word behind it, however it is written: `St. Louis County`, `saint louis`. */
const getCounty = (text: string): string =>
  bare(text)
    .replace(/ county$/, '')
    .replace(/^saint /, 'st ')
const getCity = (text: string): string => bare(text).replace(/^saint /, 'st ')

/** The five digits of a ZIP code. */
export const fiveDigits = (zip: string): string => zip.trim().slice(0, 5)

/** The pairs by ZIP code. */
export const placesByZip = (pairs: readonly Place[]): ReadonlyMap<string, Place[]> =>
  Map.groupBy(pairs, (pair) => pair.zip)

const orWords = (names: readonly string[]): string => [...new Set(names)].join(' or ')

/**
 * What does not fit together in a place: a ZIP code that is not in the state, a county or city in which it
 * does not lie; `of` are the places of that ZIP code. A city is checked where the ZIP code has one.
 */
export function placeFaults(
  { zip, city, county }: { zip: string | null; city: string | null; county: string | null },
  places: readonly Place[],
): Fault[] {
  if (!zip?.trim()) return []
  if (places.length === 0) return [{ field: 'zip', message: `ZIP code ${zip} is not in the state.` }]
  const cities = places.flatMap((item) => (item.city ? [item.city] : []))
  const faults: Fault[] = []
  if (county?.trim() && !places.some((item) => getCounty(item.county) === getCounty(county)))
    faults.push({
      field: 'county',
      message: `ZIP code ${zip} is in ${orWords(places.map((item) => item.county))}, not in ${county.trim()}.`,
    })
  if (city?.trim() && cities.length > 0 && !cities.some((text) => getCity(text) === getCity(city)))
    faults.push({ field: 'city', message: `ZIP code ${zip} is ${orWords(cities)}, not ${city.trim()}.` })
  return faults
}
