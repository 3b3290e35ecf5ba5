import { type CsvLine, readColumn, readLines, readNumberOrNull } from './csv.ts'

/** A county, or the City of St. Louis, which is independent. */
export type County = {
  fips: string
  name: string
  region: string
  incomeLimitArea: string
  metropolitan: boolean
  /** The districts of the 119th Congress that touch the county, for example "6" or "3 6". */
  congressionalDistricts: string
}

/** A ZIP code in one of the counties it touches. */
export type ZipCode = {
  zip: string
  countyFips: string
  city: string | null
  isPrimary: boolean
  latitude: number | null
  longitude: number | null
  congressionalDistricts: string | null
}

/** A city, village, town or census place in one of its counties. */
export type City = { name: string; countyFips: string }

/** The agency's four allocation regions. Earlier plans called the last two together Out-State. */
export const regions = ['Kansas City', 'St. Louis', 'MSA-Rural', 'Rural'] as const

function readCounty(line: CsvLine): County {
  const planRegion = readColumn(line, 'mhdc_qap_region')
  const metropolitan = readColumn(line, 'metro') === '1'
  const outStateRegion = metropolitan ? 'MSA-Rural' : 'Rural'
  return {
    fips: readColumn(line, 'county_fips'),
    name: readColumn(line, 'county_name'),
    region: planRegion === 'Out-State' ? outStateRegion : planRegion,
    incomeLimitArea: readColumn(line, 'hud_area_name_fy2025'),
    metropolitan,
    congressionalDistricts: readColumn(line, 'cd_119_from_zips'),
  }
}

function readZip(line: CsvLine): ZipCode {
  return {
    zip: readColumn(line, 'zip'),
    countyFips: readColumn(line, 'county_fips'),
    city: readColumn(line, 'city') || null,
    isPrimary: readColumn(line, 'primary_county') === 'Y',
    latitude: readNumberOrNull(line, 'latitude'),
    longitude: readNumberOrNull(line, 'longitude'),
    congressionalDistricts: readColumn(line, 'congressional_districts_119') || null,
  }
}

/** Missouri's counties, in order of their FIPS code. */
export const counties: readonly County[] = readLines('counties-mo.csv').map(readCounty)
/** Missouri's ZIP codes, each with every county it touches. */
export const zipCodes: readonly ZipCode[] = readLines('zip-city-county-mo.csv').map(readZip)
/** Missouri's places, with one row for each county to which a place belongs. */
export const cities: readonly City[] = readLines('city-county-mo.csv').map((line) => ({
  name: readColumn(line, 'city_name'),
  countyFips: readColumn(line, 'county_fips'),
}))

const countyByFips = new Map(counties.map((county) => [county.fips, county]))
/** Each ZIP code in its primary county. */
const primaryZip = new Map(zipCodes.filter((row) => row.isPrimary).map((row) => [row.zip, row]))

/** Normalizes the name of a city: "Saint Louis", "ST. LOUIS" and "St Louis" are the same. */
export function normalizeCity(city: string): string {
  return city
    .toUpperCase()
    .replace(/\bSAINT\b/g, 'ST')
    .replace(/\bSAINTE\b/g, 'STE')
    .replace(/\bMT\b/g, 'MOUNT')
    .replace(/\bSOUTH WEST\b/g, 'SOUTHWEST')
    .replace(/[^A-Z]/g, '')
    .replace(/^ELDORADOSPRING$/, 'ELDORADOSPRINGS')
}

const placesByKey = new Map<string, City[]>()
for (const city of cities)
  placesByKey.set(normalizeCity(city.name), [...(placesByKey.get(normalizeCity(city.name)) ?? []), city])

/** Counts the ZIP codes of a city whose primary county is this one. */
function countPrimaryZips(key: string, fips: string): number {
  return zipCodes.filter(
    (row) => row.isPrimary && row.countyFips === fips && normalizeCity(row.city ?? '') === key,
  ).length
}

/** Returns a county by its code. Throws for a code outside Missouri. */
export function getCounty(fips: string): County {
  const county = countyByFips.get(fips)
  if (!county) throw new Error(`${fips} is not a county of Missouri`)
  return county
}

/**
 * Returns the official spelling of a city. For an unknown spelling the ZIP code determines the city if
 * possible.
 */
export function getOfficialCity(city: string, zip: string | null): string {
  const place = placesByKey.get(normalizeCity(city))?.[0]
  return place?.name ?? (zip ? primaryZip.get(zip)?.city?.replace(/^Saint\b/, 'St.') : undefined) ?? city
}

/** Returns the stated county if it is in Missouri, or else the one of the ZIP code or of the city. */
export function findCounty(stated: string, zip: string | null, city: string): string {
  if (countyByFips.has(stated)) return stated
  const byZip = zip ? primaryZip.get(zip)?.countyFips : undefined
  if (byZip) return byZip
  const key = normalizeCity(city)
  const places = [...(placesByKey.get(key) ?? [])]
  places.sort((a, b) => countPrimaryZips(key, b.countyFips) - countPrimaryZips(key, a.countyFips))
  const place = places[0]
  if (!place) throw new Error(`No county is known for ${city}, ${zip ?? 'without a ZIP code'}`)
  return place.countyFips
}

/** Returns the congressional district of both the ZIP code and the county. Null if it is ambiguous. */
export function getCongressionalDistrict(zip: string | null, countyFips: string): string | null {
  const countyDistricts = getCounty(countyFips).congressionalDistricts.split(' ')
  const zipDistricts = (zip && primaryZip.get(zip)?.congressionalDistricts?.split(' ')) || countyDistricts
  const sharedDistricts = zipDistricts.filter((district) => countyDistricts.includes(district))
  return sharedDistricts.length === 1 ? (sharedDistricts[0] ?? null) : null
}

/** A degree of latitude in miles. */
const MILES_PER_DEGREE_OF_LATITUDE = 69.05
/** A degree of longitude at the equator in miles. */
const MILES_PER_DEGREE_AT_EQUATOR = 69.17

/** Computes the miles between two points, given in degrees. */
export function computeMilesBetween(a: { latitude: number; longitude: number }, b: typeof a): number {
  const radians = Math.PI / 180
  const north = (a.latitude - b.latitude) * MILES_PER_DEGREE_OF_LATITUDE
  const east =
    (a.longitude - b.longitude) *
    MILES_PER_DEGREE_AT_EQUATOR *
    Math.cos(((a.latitude + b.latitude) / 2) * radians)
  return Math.hypot(north, east)
}
