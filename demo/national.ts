import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { between } from './chance.ts'
import { namedManager } from './companies.ts'
import { column, numberOrNull, readLines } from './csv.ts'
import { inUseUntil, placedInService } from './dates.ts'
import { programmeLayers } from './federalTypes.ts'
import { ruralDevelopment, type SourceRecord } from './sources.ts'
import { properName } from './text.ts'
import type { Property, Room } from './types.ts'
import { getRooms, housingType, inventMix, vacantUnits } from './units.ts'

/** A county outside of Missouri, with the data that the national file needs. */
export type NationalCounty = { fips: string; name: string; state: string }

/** Returns every county outside of Missouri in the order of the file, which contains one county twice. */
export function readNationalCounties(): NationalCounty[] {
  const byFips = new Map<string, NationalCounty>()
  for (const line of readLines('counties-us.csv')) {
    const county = {
      fips: column(line, 'county_fips'),
      name: column(line, 'county_name'),
      state: column(line, 'state'),
    }
    if (county.state !== 'MO') byFips.set(county.fips, county)
  }
  return [...byFips.values()]
}

/** Invents a rent per size for other states, because the data has HUD's rents only for Missouri. */
function inventedRents(key: string, room: Room): Room {
  const rent = between(`rent ${key}`, 380, 560) + room.bedrooms * 95
  const allowance = 46 + room.bedrooms * 21
  return {
    ...room,
    rents: [{ effectiveDate: '2026-01-01', rent, utilityAllowance: allowance, incomeLimitPercent: 60 }],
  }
}

function nationalProperty(record: SourceRecord, id: number): Property {
  const units = record.units ?? 1
  const isCounted = record.bedrooms?.reduce((sum, count) => sum + count, 0) === units
  const manager = namedManager(record)
  const serviceDate = placedInService([record])
  const mix = isCounted && record.bedrooms ? record.bedrooms : inventMix(units, housingType([record]))
  const rooms = getRooms(mix, vacantUnits([record], record.key, units), 0)
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
    state: column(record.line, 'state'),
    zip: record.zip,
    countyFips: record.countyFips,
    region: null,
    congressionalDistrict: null,
    latitude: record.latitude,
    longitude: record.longitude,
    totalUnits: units,
    lowIncomeUnits: units,
    rooms: rooms.map((room) => inventedRents(record.key, room)),
    housingType: housingType([record]),
    yearBuilt: serviceDate ? Number(serviceDate.slice(0, 4)) : null,
    serviceDate,
    ...inUseUntil([record], serviceDate),
    fiscalYearEndMonth: 12,
    status: PropertyStatus.Active,
    decontrolStatus: null,
    federalTypes: programmeLayers([record]),
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

/** USDA's Section 515 properties outside Missouri, for tests at scale; ids go on from `firstId`. */
export function readNational(firstId: number): Property[] {
  return readLines('usda-rd-us.csv.gz')
    .filter(
      (line) => !['MO', ''].includes(column(line, 'state')) && (numberOrNull(line, 'total_units') ?? 0) > 0,
    )
    .map((line, index) => {
      const record = ruralDevelopment(line, column(line, 'county_fips'), properName(column(line, 'city')))
      return nationalProperty(record, firstId + index)
    })
}
