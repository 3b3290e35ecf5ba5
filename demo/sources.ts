import { column, type Line, numberOrNull, readLines } from './csv.ts'
import { findCounty, properCity } from './geography.ts'
import { properName, properStreet } from './text.ts'

/** Where a record comes from. */
export type SourceName = 'Tax credit' | 'USDA 515' | 'HUD' | '2025 development'

/** One record of one source, with the facts all sources share; `line` keeps the rest. */
export type SourceRecord = {
  source: SourceName
  /** Unique among all records: the source's own identification. */
  key: string
  name: string
  street: string
  otherStreets: string[]
  city: string
  zip: string | null
  countyFips: string
  latitude: number | null
  longitude: number | null
  /** 3 the building itself, 2 probably, 1 somewhere near. */
  coordinateQuality: number
  units: number | null
  /** Units by bedrooms, none to four and more; null where the source does not say. */
  bedrooms: number[] | null
  line: Line
}

const getZip = (text: string): string | null => text.slice(0, 5) || null

function place(
  line: Line,
  street: string,
): Pick<SourceRecord, 'street' | 'city' | 'zip' | 'latitude' | 'longitude'> {
  const zip = getZip(column(line, 'zip'))
  return {
    street: street === 'TBD' ? '' : properStreet(street),
    city: properCity(column(line, 'city'), zip),
    zip,
    latitude: numberOrNull(line, 'latitude'),
    longitude: numberOrNull(line, 'longitude'),
  }
}

function taxCredit(line: Line): SourceRecord {
  const location = place(line, column(line, 'street'))
  const bedrooms = [0, 1, 2, 3, 4].map((count) => numberOrNull(line, `bedrooms_${count}`))
  return {
    source: 'Tax credit',
    key: column(line, 'hud_id'),
    name: properName(column(line, 'project_name')),
    ...location,
    otherStreets: [],
    countyFips: findCounty(column(line, 'county_fips'), location.zip, location.city),
    coordinateQuality: column(line, 'location_status').startsWith('census') ? 3 : 2,
    units: numberOrNull(line, 'total_units'),
    bedrooms: bedrooms.every((count) => count !== null) ? bedrooms : null,
    line,
  }
}

/** An address that the file breaks over two columns ("PACIFIC AVE AND", "COOPER STREET") is joined again. */
function streetLines(line: Line): string[] {
  const lines = ['address1', 'address2', 'address3'].map((name) => column(line, name)).filter(Boolean)
  const [first = '', second = '', ...otherRows] = lines
  return / AND$/.test(first) || second === 'DRIVE' ? [`${first} ${second}`, ...otherRows] : lines
}

/** One line of the USDA Section 515 file; national lines keep their own county code. */
export function ruralDevelopment(line: Line, countyFips: string, city: string): SourceRecord {
  const [street = '', ...otherStreets] = streetLines(line)
  const rooms = [1, 2, 3, 4, 5, 6].map((count) => numberOrNull(line, `units_${count}br`) ?? 0)
  return {
    source: 'USDA 515',
    key: column(line, 'rd_project_id'),
    name: properName(column(line, 'project_name')),
    ...place(line, street),
    city,
    otherStreets: otherStreets.map(properStreet),
    countyFips,
    coordinateQuality: 2,
    units: numberOrNull(line, 'total_units'),
    bedrooms: [
      0,
      rooms[0] ?? 0,
      rooms[1] ?? 0,
      rooms[2] ?? 0,
      (rooms[3] ?? 0) + (rooms[4] ?? 0) + (rooms[5] ?? 0),
    ],
    line,
  }
}

/** Public housing is often listed under the bare name of its city or authority. */
function hudName(line: Line, city: string): string {
  const name = properName(column(line, 'property_name'))
  if (column(line, 'program') === 'MF') return name
  const bare = name
    .replace(/^(HOUSING|Housing) AUTH\w*Y? OF /i, '')
    .replace(/ (Housing Authority|HA|Public Housing)$/i, '')
  const key = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '')
  return key(bare) === key(city) || key(name).startsWith('HOUSINGAUTH') ? `${city} Public Housing` : name
}

function hud(line: Line): SourceRecord {
  const location = place(line, column(line, 'address'))
  const quality = column(line, 'location_quality')
  return {
    source: 'HUD',
    key: `${column(line, 'program')} ${column(line, 'property_id')}`,
    name: hudName(line, location.city),
    ...location,
    otherStreets: [],
    countyFips: findCounty(column(line, 'county_fips'), location.zip, location.city),
    coordinateQuality: quality === 'R' ? 3 : quality === '4' ? 2 : 1,
    units: null,
    bedrooms: null,
    line,
  }
}

function development(line: Line): SourceRecord {
  const city = properCity(column(line, 'city'), null)
  return {
    source: '2025 development',
    key: column(line, 'dev_no'),
    name: properName(column(line, 'development_name')),
    street: '',
    otherStreets: [],
    city,
    zip: null,
    countyFips: findCounty('', null, city),
    latitude: null,
    longitude: null,
    coordinateQuality: 0,
    units: numberOrNull(line, 'units'),
    bedrooms: null,
    line,
  }
}

/** A development that was received and later approved is in the file twice, and the approval is used. */
function developments(): SourceRecord[] {
  const byNumber = new Map<string, SourceRecord>()
  for (const line of readLines('mhdc-developments-2025.csv')) {
    const record = development(line)
    if (column(line, 'event') === 'Approved' || !byNumber.has(record.key)) byNumber.set(record.key, record)
  }
  return [...byNumber.values()].sort((a, b) => a.key.localeCompare(b.key))
}

/** Every Missouri record of the four sources, in a fixed order. */
export function readSources(): SourceRecord[] {
  return [
    ...readLines('lihtc-mo.csv').map(taxCredit),
    ...readLines('usda-rd-mo.csv').map((line) => {
      const zip = getZip(column(line, 'zip'))
      const city = properCity(column(line, 'city'), zip)
      return ruralDevelopment(line, findCounty(column(line, 'county_fips'), zip, city), city)
    }),
    ...readLines('hud-mf-properties-mo.csv').map(hud),
    ...developments(),
  ]
}
