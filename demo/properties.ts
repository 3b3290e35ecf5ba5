import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { drawBetween, drawChance } from './chance.ts'
import { assignManager, getNamedManager, indexManagers, type ManagementIndex } from './companies.ts'
import { readColumn, readLines, readNumberOrNull } from './csv.ts'
import { getProgramLayers, isAgencyFinanced } from './federalTypes.ts'
import { getCongressionalDistrict, getCounty } from './geography.ts'
import type { MergeResult } from './merging.ts'
import { toProperName } from './properNames.ts'
import { getPropertyStatus } from './propertyStatus.ts'
import { getRents, inventRentShare } from './rents.ts'
import { getExtendedUse, getServiceDate } from './serviceDates.ts'
import type { SourceRecord } from './sources.ts'
import type { Inspection, Property } from './types.ts'
import { buildRooms, getHousingType, getVacantUnits, inventMix, inventUnits } from './units.ts'

type Inspections = ReadonlyMap<string, Inspection[]>

/** Returns every HUD inspection of Missouri by the key of the property's record, the oldest first. */
function readInspections(): Inspections {
  const byKey = new Map<string, Inspection[]>()
  for (const line of readLines('reac-mo.csv')) {
    const key = `${readColumn(line, 'program')} ${readColumn(line, 'property_id')}`
    const inspection = {
      day: readColumn(line, 'inspection_date'),
      score: Number(readColumn(line, 'score')),
      scoreText: readColumn(line, 'score_raw'),
    }
    byKey.set(key, [...(byKey.get(key) ?? []), inspection])
  }
  for (const list of byKey.values()) list.sort((a, b) => a.day.localeCompare(b.day))
  return byKey
}

/** Returns the number that the agency's own list gives to a record, or null. */
const getAllocationNumber = (record: SourceRecord): string | null => {
  if (record.source === 'Tax credit') return readColumn(record.line, 'mhdc_project_no')
  return record.source === '2025 development' ? record.key : null
}

type Numbers = Pick<Property, 'agencyNumber' | 'lihtcNumbers' | 'hudIds' | 'ruralDevelopmentIds'>

/** Returns the numbers of a property in the agency's list and in the federal programs. */
function getNumbers(records: readonly SourceRecord[]): Numbers {
  const financedRecords = records.filter(isAgencyFinanced)
  const getKeys = (source: SourceRecord['source']): string[] =>
    records.filter((record) => record.source === source).map((record) => record.key)
  return {
    agencyNumber: financedRecords.map(getAllocationNumber).find((number) => number !== null) ?? null,
    lihtcNumbers: records.map(getAllocationNumber).filter((number) => number !== null),
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

/** Returns the place of a property: the best address and the best coordinates of its records. */
function getPlace(records: readonly SourceRecord[]): Place {
  const [first] = records as [SourceRecord]
  const addressRecord =
    records.find((record) => /^\d/.test(record.street)) ?? records.find((record) => record.street) ?? first
  const locatedRecord = [...records]
    .filter((record) => record.latitude !== null && record.longitude !== null)
    .sort((a, b) => b.coordinateQuality - a.coordinateQuality)[0]
  const zip = addressRecord.zip ?? records.find((record) => record.zip)?.zip ?? null
  return {
    street: addressRecord.street || null,
    city: first.city,
    state: 'MO',
    zip,
    countyFips: first.countyFips,
    region: getCounty(first.countyFips).region,
    congressionalDistrict: getCongressionalDistrict(zip, first.countyFips),
    latitude: locatedRecord?.latitude ?? null,
    longitude: locatedRecord?.longitude ?? null,
  }
}

type Management = Pick<Property, 'managementCompany' | 'ownerManaged' | 'ownerName'> & { isAssigned: boolean }

/** Returns who manages a property: a company or the owner. A company is drawn if the sources name neither. */
function getManagement(records: readonly SourceRecord[], name: string, index: ManagementIndex): Management {
  const [first] = records as [SourceRecord]
  const ruralRecord = records.find((record) => record.source === 'USDA 515')
  const manager = ruralRecord ? getNamedManager(ruralRecord) : null
  if (manager) return { managementCompany: manager, ownerManaged: false, ownerName: null, isAssigned: false }
  if (ruralRecord)
    return { managementCompany: null, ownerManaged: true, ownerName: `Owner of ${name}`, isAssigned: false }
  const housingAuthority = records.map((record) => record.line.pha_name ?? '').find((text) => text !== '')
  if (housingAuthority) {
    return {
      managementCompany: null,
      ownerManaged: true,
      ownerName: toProperName(housingAuthority),
      isAssigned: false,
    }
  }
  const development = records.find((record) => record.source === '2025 development')
  return {
    managementCompany: assignManager(first.key, first.countyFips, index),
    ownerManaged: false,
    ownerName: development ? readColumn(development.line, 'developer') : null,
    isAssigned: true,
  }
}

type Units = Pick<Property, 'totalUnits' | 'lowIncomeUnits' | 'rooms' | 'housingType'> & {
  invented: string[]
}

/** Returns the units of a property. Numbers that no source has are invented, and `invented` names them. */
function getUnits(records: readonly SourceRecord[]): Units {
  const [first] = records as [SourceRecord]
  const type = getHousingType(records)
  const reportedUnits = records.map((record) => record.units).find((units) => units !== null && units > 0)
  const units = reportedUnits ?? inventUnits(first, type)
  const bedroomMix = records
    .map((record) => record.bedrooms)
    .find((mix) => mix?.reduce((sum, count) => sum + count, 0) === units)
  const vacant = getVacantUnits(records, first.key, units)
  const isAssisted = records.some((record) => record.source === 'USDA 515' || record.source === 'HUD')
  const rentSharePercent = inventRentShare(first.key, isAssisted)
  const rooms = buildRooms(
    bedroomMix ?? inventMix(units, type),
    vacant,
    type === 'Special needs' ? Math.ceil(units / 10) : 0,
  )
  const creditRecord = records.find((record) => record.source === 'Tax credit')
  const isWhollyLowIncome = records.some(
    (record) => record.source === 'USDA 515' || record.line.program === 'PH',
  )
  const unitsOfOtherSources = isWhollyLowIncome ? units : null
  return {
    totalUnits: units,
    lowIncomeUnits: creditRecord
      ? readNumberOrNull(creditRecord.line, 'low_income_units')
      : unitsOfOtherSources,
    rooms: rooms.map((room) => ({
      ...room,
      rents: getRents(first.countyFips, room.bedrooms, rentSharePercent),
    })),
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

/** Returns the sentence that tells users the sources of a property and its invented facts. */
const getSourceSentence = (records: readonly SourceRecord[], invented: readonly string[]): string =>
  `${records.map((record) => `${sourceTitles[record.source]} ${record.key}`).join('; ')}. Invented: ${invented.join(', ')}.`

/**
 * Whether a property averages the incomes of its households, which is possible since 2018. One in five of
 * the later tax-credit properties is invented to have chosen it.
 */
const hasIncomeAveraging = (records: readonly SourceRecord[]): boolean =>
  records.some(
    ({ source, line, key }) =>
      source === 'Tax credit' && Number(line.allocation_year) >= 2018 && drawChance(`average ${key}`, 20),
  )

/** Draws the month with which the fiscal year ends: December, and for a few properties June or September. */
function drawFiscalYearEndMonth(key: string): number {
  if (!drawChance(`fiscal year ${key}`, 8)) return 12
  return drawBetween(`month ${key}`, 0, 1) ? 6 : 9
}

/** Builds a property from its records. The first record determines its name. */
function buildProperty(
  records: readonly SourceRecord[],
  isSuperseded: boolean,
  index: ManagementIndex,
  inspections: Inspections,
): Omit<Property, 'id'> {
  const [first] = records as [SourceRecord]
  const { isAssigned, ...management } = getManagement(records, first.name, index)
  const { invented: inventedUnits, ...units } = getUnits(records)
  const status = getPropertyStatus(records, isSuperseded)
  const serviceDate = getServiceDate(records)
  const hudInspections = records.flatMap((record) => inspections.get(record.key) ?? [])
  const averageIncomeTest = hasIncomeAveraging(records)
  const invented = [
    ...inventedUnits,
    'reserve account',
    'contacts',
    ...(isAssigned ? ['management company'] : []),
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
    ...getExtendedUse(records, serviceDate),
    fiscalYearEndMonth: drawFiscalYearEndMonth(first.key),
    status: status.status,
    decontrolStatus: status.decontrolStatus,
    federalTypes: getProgramLayers(records),
    ...management,
    nonCompliant: (hudInspections.at(-1)?.score ?? 100) < 60,
    averageIncomeTest,
    inspections: hudInspections,
    reserve: null,
    otherReserves: [],
    invented,
    source: getSourceSentence(records, invented),
  }
}

/** Distinguishes properties with the same name in the same city by their street. */
function distinguishNames(properties: Omit<Property, 'id'>[]): void {
  const byName = Map.groupBy(properties, (property) => `${property.name}, ${property.city}`)
  for (const namesakes of byName.values()) {
    if (namesakes.length < 2) continue
    const streets = new Set(namesakes.map((property) => property.street))
    for (const property of namesakes) {
      const number = property.lihtcNumbers[0] ?? property.hudIds[0]
      const distinction = streets.size === namesakes.length ? (property.street ?? number) : number
      if (distinction) property.name = `${property.name} (${distinction})`
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
 * Builds the properties of the portfolio in order of county, city and name. `idByRecord` is the id of the
 * property that each record became part of.
 */
export function buildProperties(merged: MergeResult): {
  properties: Property[]
  idByRecord: Map<SourceRecord, number>
} {
  const allRecords = merged.groups.flatMap((group) => group.records)
  const index = indexManagers(allRecords)
  const inspections = readInspections()
  const supersededRecords = new Set(merged.superseded.map((pair) => pair.older))
  const drafts = merged.groups.map(({ records }) => ({
    records,
    draft: buildProperty(records, supersededRecords.has(records[0] as SourceRecord), index, inspections),
  }))
  distinguishNames(
    drafts.map(({ draft }) => draft).filter((draft) => draft.status !== PropertyStatus.Deleted),
  )
  const sortKey = ({ draft, records }: (typeof drafts)[number]): string =>
    [draft.countyFips, draft.city, draft.name, records[0]?.key].join('|')
  drafts.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const properties = drafts.map(({ draft }, position) => ({ id: position + 1, ...draft }))
  const idByRecord = new Map(
    drafts.flatMap(({ records }, position) => records.map((record) => [record, position + 1] as const)),
  )
  inventNumbers(properties)
  return { properties, idByRecord }
}
