import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { between, chance } from './chance.ts'
import { assignManager, indexManagers, type ManagementIndex, namedManager } from './companies.ts'
import { column, numberOrNull, readLines } from './csv.ts'
import { inUseUntil, placedInService } from './dates.ts'
import { isAgencyFinanced, programmeLayers } from './federalTypes.ts'
import { congressionalDistrict, getCounty } from './geography.ts'
import type { Merged } from './merging.ts'
import { getRents, rentShare } from './rents.ts'
import type { SourceRecord } from './sources.ts'
import { getStanding } from './status.ts'
import { properName } from './text.ts'
import type { Inspection, Property } from './types.ts'
import { getRooms, housingType, inventMix, inventUnits, vacantUnits } from './units.ts'

type Inspections = ReadonlyMap<string, Inspection[]>

/** Every HUD inspection of Missouri, by the key of its property's record, oldest first. */
function readInspections(): Inspections {
  const byKey = new Map<string, Inspection[]>()
  for (const line of readLines('reac-mo.csv')) {
    const key = `${column(line, 'program')} ${column(line, 'property_id')}`
    const inspection = {
      day: column(line, 'inspection_date'),
      score: Number(column(line, 'score')),
      scoreText: column(line, 'score_raw'),
    }
    byKey.set(key, [...(byKey.get(key) ?? []), inspection])
  }
  for (const list of byKey.values()) list.sort((a, b) => a.day.localeCompare(b.day))
  return byKey
}

/** The number under which the agency's own list knows a record. */
const allocationNumber = (record: SourceRecord): string | null => {
  if (record.source === 'Tax credit') return column(record.line, 'mhdc_project_no')
  return record.source === '2025 development' ? record.key : null
}

type Numbers = Pick<Property, 'agencyNumber' | 'lihtcNumbers' | 'hudIds' | 'ruralDevelopmentIds'>

function getNumbers(records: readonly SourceRecord[]): Numbers {
  const financed = records.filter(isAgencyFinanced)
  const getKeys = (source: SourceRecord['source']): string[] =>
    records.filter((record) => record.source === source).map((record) => record.key)
  return {
    agencyNumber: financed.map(allocationNumber).find((number) => number !== null) ?? null,
    lihtcNumbers: records.map(allocationNumber).filter((number) => number !== null),
    hudIds: [...getKeys('Tax credit'), ...getKeys('HUD')],
    ruralDevelopmentIds: getKeys('USDA 515'),
  }
}

type Place = Pick<
  Property,
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'countyFips'
  | 'region'
  | 'congressionalDistrict'
  | 'latitude'
  | 'longitude'
>

function getPlace(records: readonly SourceRecord[]): Place {
  const [first] = records as [SourceRecord]
  const addressed =
    records.find((record) => /^\d/.test(record.street)) ?? records.find((record) => record.street) ?? first
  const located = [...records]
    .filter((record) => record.latitude !== null && record.longitude !== null)
    .sort((a, b) => b.coordinateQuality - a.coordinateQuality)[0]
  const zip = addressed.zip ?? records.find((record) => record.zip)?.zip ?? null
  return {
    street: addressed.street || null,
    city: first.city,
    state: 'MO',
    zip,
    countyFips: first.countyFips,
    region: getCounty(first.countyFips).region,
    congressionalDistrict: congressionalDistrict(zip, first.countyFips),
    latitude: located?.latitude ?? null,
    longitude: located?.longitude ?? null,
  }
}

type Management = Pick<Property, 'managementCompany' | 'ownerManaged' | 'ownerName'> & { assigned: boolean }

function getManagement(records: readonly SourceRecord[], name: string, index: ManagementIndex): Management {
  const [first] = records as [SourceRecord]
  const rural = records.find((record) => record.source === 'USDA 515')
  const manager = rural ? namedManager(rural) : null
  if (manager) return { managementCompany: manager, ownerManaged: false, ownerName: null, assigned: false }
  if (rural)
    return { managementCompany: null, ownerManaged: true, ownerName: `Owner of ${name}`, assigned: false }
  const authority = records.map((record) => record.line.pha_name ?? '').find((text) => text !== '')
  if (authority) {
    return { managementCompany: null, ownerManaged: true, ownerName: properName(authority), assigned: false }
  }
  const development = records.find((record) => record.source === '2025 development')
  return {
    managementCompany: assignManager(first.key, first.countyFips, index),
    ownerManaged: false,
    ownerName: development ? column(development.line, 'developer') : null,
    assigned: true,
  }
}

type Units = Pick<Property, 'totalUnits' | 'lowIncomeUnits' | 'rooms' | 'housingType'> & {
  invented: string[]
}

function getUnits(records: readonly SourceRecord[]): Units {
  const [first] = records as [SourceRecord]
  const type = housingType(records)
  const reportedUnits = records.map((record) => record.units).find((units) => units !== null && units > 0)
  const units = reportedUnits ?? inventUnits(first, type)
  const bedroomMix = records
    .map((record) => record.bedrooms)
    .find((mix) => mix?.reduce((sum, count) => sum + count, 0) === units)
  const vacant = vacantUnits(records, first.key, units)
  const assisted = records.some((record) => record.source === 'USDA 515' || record.source === 'HUD')
  const share = rentShare(first.key, assisted)
  const rooms = getRooms(
    bedroomMix ?? inventMix(units, type),
    vacant,
    type === 'Special needs' ? Math.ceil(units / 10) : 0,
  )
  const credited = records.find((record) => record.source === 'Tax credit')
  const wholly = records.some((record) => record.source === 'USDA 515' || record.line.program === 'PH')
  return {
    totalUnits: units,
    lowIncomeUnits: credited ? numberOrNull(credited.line, 'low_income_units') : wholly ? units : null,
    rooms: rooms.map((room) => ({ ...room, rents: getRents(first.countyFips, room.bedrooms, share) })),
    housingType: type,
    invented: [...(reportedUnits ? [] : ['number of units']), ...(bedroomMix ? [] : ['unit mix']), 'rents'],
  }
}

const sourceTitles: Record<SourceRecord['source'], string> = {
  'Tax credit': 'HUD tax-credit database',
  'USDA 515': 'USDA Section 515',
  HUD: 'HUD inspections',
  '2025 development': 'state development list of 2025, number',
}

const sourceSentence = (records: readonly SourceRecord[], invented: readonly string[]): string =>
  `${records.map((record) => `${sourceTitles[record.source]} ${record.key}`).join('; ')}. Invented: ${invented.join(', ')}.`

/**
 * Income averaging exists since 2018; a few of the later tax-credit properties are invented to have chosen
 * it.
 */
const averagesIncome = (records: readonly SourceRecord[]): boolean =>
  records.some(
    ({ source, line, key }) =>
      source === 'Tax credit' && Number(line.allocation_year) >= 2018 && chance(`average ${key}`, 20),
  )

function buildProperty(
  records: readonly SourceRecord[],
  superseded: boolean,
  index: ManagementIndex,
  inspections: Inspections,
): Omit<Property, 'id'> {
  const [first] = records as [SourceRecord]
  const { assigned, ...management } = getManagement(records, first.name, index)
  const { invented: inventedUnits, ...units } = getUnits(records)
  const status = getStanding(records, superseded)
  const serviceDate = placedInService(records)
  const inspected = records.flatMap((record) => inspections.get(record.key) ?? [])
  const averageIncomeTest = averagesIncome(records)
  const invented = [
    ...inventedUnits,
    'reserve account',
    'contacts',
    ...(assigned ? ['management company'] : []),
    ...(status.invented ? ['status'] : []),
    ...(averageIncomeTest ? ['income averaging'] : []),
  ]
  return {
    name: first.name,
    formerNames: [...new Set(records.map((record) => record.name))].filter((name) => name !== first.name),
    ...getNumbers(records),
    ...getPlace(records),
    ...units,
    yearBuilt: serviceDate ? Number(serviceDate.slice(0, 4)) : null,
    serviceDate,
    ...inUseUntil(records, serviceDate),
    fiscalYearEndMonth: chance(`fiscal year ${first.key}`, 8)
      ? between(`month ${first.key}`, 0, 1)
        ? 6
        : 9
      : 12,
    status: status.status,
    decontrolStatus: status.decontrolStatus,
    federalTypes: programmeLayers(records),
    ...management,
    nonCompliant: (inspected.at(-1)?.score ?? 100) < 60,
    averageIncomeTest,
    inspections: inspected,
    reserve: null,
    otherReserves: [],
    invented,
    source: sourceSentence(records, invented),
  }
}

/** Distinguishes properties with the same name in the same city by their street. */
function distinguish(properties: Omit<Property, 'id'>[]): void {
  const byName = Map.groupBy(properties, (property) => `${property.name}, ${property.city}`)
  for (const alike of byName.values()) {
    if (alike.length < 2) continue
    const streets = new Set(alike.map((property) => property.street))
    for (const property of alike) {
      const number = property.lihtcNumbers[0] ?? property.hudIds[0]
      const mark = streets.size === alike.length ? (property.street ?? number) : number
      if (mark) property.name = `${property.name} (${mark})`
    }
  }
}

/** Invents a number for a property without one, in a format that cannot be confused with real numbers. */
function inventNumbers(properties: Property[]): void {
  let next = 1
  for (const property of properties) {
    if (property.agencyNumber !== null || property.lihtcNumbers.length > 0) continue
    property.agencyNumber = `DEMO-${String(next++).padStart(4, '0')}`
    property.invented.push('agency number')
    property.source = property.source.replace(/\.$/, ', agency number.')
  }
}

/**
 * The properties of the portfolio with the record groups they were made of, in order of county, city and
 * name.
 */
export function buildProperties(merged: Merged): { properties: Property[]; idOf: Map<SourceRecord, number> } {
  const all = merged.groups.flatMap((group) => group.records)
  const index = indexManagers(all)
  const inspections = readInspections()
  const deleted = new Set(merged.superseded.map((pair) => pair.older))
  const drafts = merged.groups.map(({ records }) => ({
    records,
    draft: buildProperty(records, deleted.has(records[0] as SourceRecord), index, inspections),
  }))
  distinguish(drafts.map(({ draft }) => draft).filter((draft) => draft.status !== PropertyStatus.Deleted))
  const sortKey = ({ draft, records }: (typeof drafts)[number]): string =>
    [draft.countyFips, draft.city, draft.name, records[0]?.key].join('|')
  drafts.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const properties = drafts.map(({ draft }, position) => ({ id: position + 1, ...draft }))
  const idByKey = new Map(
    drafts.flatMap(({ records }, position) => records.map((record) => [record, position + 1] as const)),
  )
  inventNumbers(properties)
  return { properties, idOf: idByKey }
}
