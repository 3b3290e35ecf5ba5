import { type CsvLine, readColumn, readLines, readNumberOrNull } from './csv.ts'
import { findCounty, getOfficialCity } from './geography.ts'
import { toProperName, toProperStreet } from './properNames.ts'

/** The source of a record. */
export type SourceName = 'Tax credit' | 'USDA 515' | 'HUD' | '2025 development'

/** A record of a source, with the facts that all sources have. `line` has the other columns. */
export type SourceRecord = {
  source: SourceName
  /** The id that the source gives to the record. It is unique among all records. */
  key: string
  name: string
  street: string
  otherStreets: string[]
  city: string
  zip: string | null
  countyFips: string
  latitude: number | null
  longitude: number | null
  /**
   * How exact the coordinates are: 3 is the building, 2 probably the building, 1 somewhere near it, 0
   * unknown.
   */
  coordinateQuality: number
  units: number | null
  /**
   * The number of units without bedroom, with one, two, three, and with four or more. Null if the source
   * does not say.
   */
  bedrooms: number[] | null
  line: CsvLine
}

const getZip = (text: string): string | null => text.slice(0, 5) || null

/** Reads the address and the coordinates of a line. */
function readPlace(
  line: CsvLine,
  street: string,
): Pick<SourceRecord, 'street' | 'city' | 'zip' | 'latitude' | 'longitude'> {
  const zip = getZip(readColumn(line, 'zip'))
  return {
    street: street === 'TBD' ? '' : toProperStreet(street),
    city: getOfficialCity(readColumn(line, 'city'), zip),
    zip,
    latitude: readNumberOrNull(line, 'latitude'),
    longitude: readNumberOrNull(line, 'longitude'),
  }
}

/** Reads a line of HUD's tax-credit database. */
function readTaxCredit(line: CsvLine): SourceRecord {
  const location = readPlace(line, readColumn(line, 'street'))
  const bedrooms = [0, 1, 2, 3, 4].map((count) => readNumberOrNull(line, `bedrooms_${count}`))
  return {
    source: 'Tax credit',
    key: readColumn(line, 'hud_id'),
    name: toProperName(readColumn(line, 'project_name')),
    ...location,
    otherStreets: [],
    countyFips: findCounty(readColumn(line, 'county_fips'), location.zip, location.city),
    coordinateQuality: readColumn(line, 'location_status').startsWith('census') ? 3 : 2,
    units: readNumberOrNull(line, 'total_units'),
    bedrooms: bedrooms.every((count) => count !== null) ? bedrooms : null,
    line,
  }
}

/**
 * Returns the lines of the address. An address that the file breaks into two columns ("PACIFIC AVE AND",
 * "COOPER STREET") is joined again.
 */
function readStreetLines(line: CsvLine): string[] {
  const lines = ['address1', 'address2', 'address3'].map((name) => readColumn(line, name)).filter(Boolean)
  const [first = '', second = '', ...otherRows] = lines
  return / AND$/.test(first) || second === 'DRIVE' ? [`${first} ${second}`, ...otherRows] : lines
}

/** Reads a line of the USDA Section 515 file. The caller determines county and city. */
export function readRuralDevelopment(line: CsvLine, countyFips: string, city: string): SourceRecord {
  const [street = '', ...otherStreets] = readStreetLines(line)
  const rooms = [1, 2, 3, 4, 5, 6].map((count) => readNumberOrNull(line, `units_${count}br`) ?? 0)
  return {
    source: 'USDA 515',
    key: readColumn(line, 'rd_project_id'),
    name: toProperName(readColumn(line, 'project_name')),
    ...readPlace(line, street),
    city,
    otherStreets: otherStreets.map(toProperStreet),
    countyFips,
    coordinateQuality: 2,
    units: readNumberOrNull(line, 'total_units'),
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

/**
 * Returns the name of a HUD property. Public housing that is listed under the name of its city or authority
 * gets a name such as "Rolla Public Housing".
 */
function getHudName(line: CsvLine, city: string): string {
  const name = toProperName(readColumn(line, 'property_name'))
  if (readColumn(line, 'program') === 'MF') return name
  const bare = name
    .replace(/^(HOUSING|Housing) AUTH\w*Y? OF /i, '')
    .replace(/ (Housing Authority|HA|Public Housing)$/i, '')
  const toKey = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '')
  return toKey(bare) === toKey(city) || toKey(name).startsWith('HOUSINGAUTH')
    ? `${city} Public Housing`
    : name
}

/** Converts HUD's code of location quality, in which R is the rooftop and 4 the center of a ZIP+4 code. */
const getHudQuality = (code: string): number => {
  if (code === 'R') return 3
  return code === '4' ? 2 : 1
}

/** Reads a line of HUD's inspection files. */
function readHud(line: CsvLine): SourceRecord {
  const location = readPlace(line, readColumn(line, 'address'))
  const quality = readColumn(line, 'location_quality')
  return {
    source: 'HUD',
    key: `${readColumn(line, 'program')} ${readColumn(line, 'property_id')}`,
    name: getHudName(line, location.city),
    ...location,
    otherStreets: [],
    countyFips: findCounty(readColumn(line, 'county_fips'), location.zip, location.city),
    coordinateQuality: getHudQuality(quality),
    units: null,
    bedrooms: null,
    line,
  }
}

/** Reads a line of the state's developments of 2025, which have no address. */
function readDevelopment(line: CsvLine): SourceRecord {
  const city = getOfficialCity(readColumn(line, 'city'), null)
  return {
    source: '2025 development',
    key: readColumn(line, 'dev_no'),
    name: toProperName(readColumn(line, 'development_name')),
    street: '',
    otherStreets: [],
    city,
    zip: null,
    countyFips: findCounty('', null, city),
    latitude: null,
    longitude: null,
    coordinateQuality: 0,
    units: readNumberOrNull(line, 'units'),
    bedrooms: null,
    line,
  }
}

/**
 * Reads the developments of 2025. A development that was received and later approved is in the file twice,
 * and the approval is used.
 */
function readDevelopments(): SourceRecord[] {
  const byNumber = new Map<string, SourceRecord>()
  for (const line of readLines('mhdc-developments-2025.csv')) {
    const record = readDevelopment(line)
    if (readColumn(line, 'event') === 'Approved' || !byNumber.has(record.key))
      byNumber.set(record.key, record)
  }
  return [...byNumber.values()].sort((a, b) => a.key.localeCompare(b.key))
}

/** Reads every Missouri record of the four sources, in a fixed order. */
export function readSources(): SourceRecord[] {
  return [
    ...readLines('lihtc-mo.csv').map(readTaxCredit),
    ...readLines('usda-rd-mo.csv').map((line) => {
      const zip = getZip(readColumn(line, 'zip'))
      const city = getOfficialCity(readColumn(line, 'city'), zip)
      return readRuralDevelopment(line, findCounty(readColumn(line, 'county_fips'), zip, city), city)
    }),
    ...readLines('hud-mf-properties-mo.csv').map(readHud),
    ...readDevelopments(),
  ]
}
