import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { drawBetween } from './chance.ts'
import { getNamedManager } from './companies.ts'
import { readColumn, readLines, readNumberOrNull } from './csv.ts'
import { getProgramLayers } from './federalTypes.ts'
import { toProperName } from './properNames.ts'
import { getExtendedUse, getServiceDate } from './serviceDates.ts'
import { readRuralDevelopment, type SourceRecord } from './sources.ts'
import type { Property, Room } from './types.ts'
import { buildRooms, getHousingType, getVacantUnits, inventMix } from './units.ts'

/** A county outside of Missouri, to which national properties refer. */
export type NationalCounty = { fips: string; name: string; state: string }

/** Returns every county outside of Missouri in the order of the file, which contains one county twice. */
export function readNationalCounties(): NationalCounty[] {
  const byFips = new Map<string, NationalCounty>()
  for (const line of readLines('counties-us.csv')) {
    const county = {
      fips: readColumn(line, 'county_fips'),
      name: readColumn(line, 'county_name'),
      state: readColumn(line, 'state'),
    }
    if (county.state !== 'MO') byFips.set(county.fips, county)
  }
  return [...byFips.values()]
}

/** Invents the rents of a unit size in other states, because the data has HUD's rents only for Missouri. */
function inventRents(key: string, room: Room): Room {
  const rent = drawBetween(`rent ${key}`, 380, 560) + room.bedrooms * 95
  const allowance = 46 + room.bedrooms * 21
  return {
    ...room,
    rents: [{ effectiveDate: '2026-01-01', rent, utilityAllowance: allowance, incomeLimitPercent: 60 }],
  }
}

/** Builds a property from a USDA record. Facts that USDA does not have are invented or empty. */
function buildNationalProperty(record: SourceRecord, id: number): Property {
  const units = record.units ?? 1
  const isCounted = record.bedrooms?.reduce((sum, count) => sum + count, 0) === units
  const manager = getNamedManager(record)
  const serviceDate = getServiceDate([record])
  const mix = isCounted && record.bedrooms ? record.bedrooms : inventMix(units, getHousingType([record]))
  const rooms = buildRooms(mix, getVacantUnits([record], record.key, units), 0)
  return {
    id,
    name: record.name,
    formerNames: [],
    agencyNumber: `DEMO-${String(id).padStart(5, '0')}`,
    lihtcNumbers: [],
    hudIds: [],
    ruralDevelopmentIds: [record.key],
    street: record.street || null,
    city: record.city,
    state: readColumn(record.line, 'state'),
    zip: record.zip,
    countyFips: record.countyFips,
    region: null,
    congressionalDistrict: null,
    latitude: record.latitude,
    longitude: record.longitude,
    totalUnits: units,
    lowIncomeUnits: units,
    rooms: rooms.map((room) => inventRents(record.key, room)),
    housingType: getHousingType([record]),
    yearBuilt: serviceDate ? Number(serviceDate.slice(0, 4)) : null,
    serviceDate,
    ...getExtendedUse([record], serviceDate),
    fiscalYearEndMonth: 12,
    status: PropertyStatus.Active,
    decontrolStatus: null,
    federalTypes: getProgramLayers([record]),
    managementCompany: manager,
    ownerManaged: manager === null,
    ownerName: manager === null ? `Owner of ${record.name}` : null,
    nonCompliant: false,
    averageIncomeTest: false,
    inspections: [],
    reserve: null,
    otherReserves: [],
    invented: ['rents', 'reserve account', 'contacts', 'agency number'],
    source: `USDA Section 515 ${record.key}. Invented: rents, reserve account, contacts, agency number.`,
  }
}

/**
 * Reads USDA's Section 515 properties outside Missouri, for tests with many properties. Their ids begin with
 * `firstId`.
 */
export function readNationalProperties(firstId: number): Property[] {
  return readLines('usda-rd-us.csv.gz')
    .filter(
      (line) =>
        !['MO', ''].includes(readColumn(line, 'state')) && (readNumberOrNull(line, 'total_units') ?? 0) > 0,
    )
    .map((line, index) => {
      const record = readRuralDevelopment(
        line,
        readColumn(line, 'county_fips'),
        toProperName(readColumn(line, 'city')),
      )
      return buildNationalProperty(record, firstId + index)
    })
}
