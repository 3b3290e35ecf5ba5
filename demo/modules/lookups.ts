import type pg from 'pg'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio } from '../types.ts'

type ReferenceData = Pick<
  Portfolio,
  | 'regions'
  | 'counties'
  | 'nationalCounties'
  | 'zipCodes'
  | 'cities'
  | 'fairMarketRents'
  | 'incomeLimits'
  | 'federalTypes'
>

const roomTypes = ['Studio', '1 bedroom', '2 bedrooms', '3 bedrooms', '4 or more bedrooms']

/** Loads the regions and counties. */
async function loadPlaces(
  client: pg.ClientBase,
  reference: ReferenceData,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const regionId = new Map(reference.regions.map((name, index) => [name, index + 1]))
  await insertRows(
    client,
    'region',
    { region_id: 'integer', name: 'text' },
    reference.regions.map((name) => ({ region_id: regionId.get(name), name })),
  )
  const missouri = reference.counties.map((county) => ({
    fips: county.fips,
    name: county.name,
    state: 'MO',
    region_id: regionId.get(county.region) ?? null,
    income_limit_area: county.incomeLimitArea,
    metropolitan: county.metropolitan,
  }))
  const otherStates = reference.nationalCounties.map((county) => ({
    ...county,
    region_id: null,
    income_limit_area: null,
    metropolitan: false,
  }))
  const rows = [...missouri, ...otherStates].map((county) => ({ county_id: ids.get(county.fips), ...county }))
  const columns = {
    county_id: 'integer',
    fips: 'text',
    name: 'text',
    state: 'text',
    region_id: 'integer',
    income_limit_area: 'text',
    metropolitan: 'boolean',
  }
  await insertRows(client, 'county', columns, rows)
}

async function loadZipsAndCities(
  client: pg.ClientBase,
  reference: ReferenceData,
  county: ReadonlyMap<string, number>,
): Promise<void> {
  const zipColumns = {
    zip: 'text',
    county_id: 'integer',
    city: 'text',
    is_primary: 'boolean',
    latitude: 'double precision',
    longitude: 'double precision',
    congressional_districts: 'text',
  }
  const zips = reference.zipCodes.map((row) => ({
    zip: row.zip,
    county_id: county.get(row.countyFips),
    city: row.city,
    is_primary: row.isPrimary,
    latitude: row.latitude,
    longitude: row.longitude,
    congressional_districts: row.congressionalDistricts,
  }))
  await insertRows(client, 'zip_code', zipColumns, zips)
  const places = new Map(reference.cities.map((city) => [`${city.name}|${city.countyFips}`, city]))
  await insertRows(
    client,
    'city',
    { name: 'text', county_id: 'integer' },
    [...places.values()].map((city) => ({ name: city.name, county_id: county.get(city.countyFips) })),
  )
}

/** Loads HUD's fair market rents and income limits. */
async function loadLimits(
  client: pg.ClientBase,
  reference: ReferenceData,
  county: ReadonlyMap<string, number>,
): Promise<void> {
  const rents = reference.fairMarketRents.flatMap((row) =>
    row.amounts.map((amount, bedrooms) => ({
      county_id: county.get(row.countyFips),
      fiscal_year: row.fiscalYear,
      bedrooms,
      amount,
    })),
  )
  const rentColumns = { county_id: 'integer', fiscal_year: 'integer', bedrooms: 'integer', amount: 'numeric' }
  await insertRows(client, 'fair_market_rent', rentColumns, rents)
  const limits = reference.incomeLimits.flatMap((row) =>
    row.amounts.map((amount, index) => ({
      county_id: county.get(row.countyFips),
      fiscal_year: row.fiscalYear,
      percent: row.percent,
      persons: index + 1,
      amount,
    })),
  )
  const limitColumns = {
    county_id: 'integer',
    fiscal_year: 'integer',
    percent: 'integer',
    persons: 'integer',
    amount: 'numeric',
  }
  await insertRows(client, 'income_limit', limitColumns, limits)
}

/**
 * Returns the ids of the records to which properties refer: counties by FIPS code, federal types by name,
 * and room types by number of bedrooms.
 */
export function getReferenceIds(portfolio: Portfolio) {
  const counties = [...portfolio.counties, ...portfolio.nationalCounties]
  return {
    county: new Map(counties.map(({ fips }, index) => [fips, index + 1])),
    federalType: new Map(portfolio.federalTypes.map((name, index) => [name, index + 1])),
    roomType: new Map(roomTypes.map((_, bedrooms) => [bedrooms, bedrooms + 1])),
  }
}
export type ReferenceIds = ReturnType<typeof getReferenceIds>

/** Loads the data that does not depend on properties: places, HUD's limits and the pick lists. */
export default {
  load: async ({ client, portfolio }) => {
    const { county, federalType, roomType } = getReferenceIds(portfolio)
    await loadPlaces(client, portfolio, county)
    await loadZipsAndCities(client, portfolio, county)
    await loadLimits(client, portfolio, county)
    const types = [...federalType].map(([name, id]) => ({ federal_type_id: id, name }))
    await insertRows(client, 'federal_type', { federal_type_id: 'integer', name: 'text' }, types)
    const rooms = roomTypes.map((name, bedrooms) => ({
      room_type_id: roomType.get(bedrooms),
      name,
      bedrooms,
    }))
    await insertRows(
      client,
      'room_type',
      { room_type_id: 'integer', name: 'text', bedrooms: 'integer' },
      rooms,
    )
  },
  idColumns: {
    region: 'region_id',
    county: 'county_id',
    federal_type: 'federal_type_id',
    room_type: 'room_type_id',
  },
} satisfies DemoPart
