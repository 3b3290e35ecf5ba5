import { demonstrationAccounts } from './accounts.ts'
import { buildCompanies } from './companies.ts'
import { inventContacts } from './contacts.ts'
import { column, readLines } from './csv.ts'
import { federalTypes } from './federalTypes.ts'
import { cities, counties, regions, zipCodes } from './geography.ts'
import { type Merged, mergeRecords } from './merging.ts'
import { readNational, readNationalCounties } from './national.ts'
import { buildProperties } from './properties.ts'
import { fairMarketRents, incomeLimits } from './rents.ts'
import { inventRequests } from './requests.ts'
import { inventOtherReserves, inventReserve, openingDay, settleInterest } from './reserves.ts'
import { chooseSlice } from './slice.ts'
import { readSources, type SourceRecord } from './sources.ts'
import type { Portfolio, Property } from './types.ts'
import { inventVendors } from './vendors.ts'

export type { Portfolio, Property } from './types.ts'

/** The day the demonstration plays on. Fixed, so that two loads give the same rows. */
const demonstrationDay = '2026-11-16'

function resyndications(
  merged: Merged,
  idByKey: ReadonlyMap<SourceRecord, number>,
): Portfolio['resyndications'] {
  return merged.resyndications.map(({ older, newer }) => ({
    oldPropertyId: idByKey.get(older) as number,
    newPropertyId: idByKey.get(newer) as number,
    type: column(newer.line, 'federal_4pct_credit') === '' ? '9% credit' : '4% credit',
    day: column(newer.line, 'event') === 'Approved' ? column(newer.line, 'event_date') : null,
  }))
}

const managedBy = (property: Property) =>
  property.managementCompany
    ? [{ name: property.managementCompany, city: property.city, zip: property.zip }]
    : []

/**
 * The national properties have an opening balance alone, so that their number, not their ledgers, is what is
 * tried.
 */
function addNational(properties: Property[]): void {
  const national = readNational(properties.length + 1)
  for (const property of national) property.reserve = inventReserve(property, openingDay)
  properties.push(...national)
}

/**
 * What to build: the day it plays on, whether USDA's properties of the other states come with it, and whether
 * it is a slice of at most 150 properties, which tests use whose subject is not the size.
 */
export type PortfolioOptions = { day?: string; national?: boolean; isSlice?: boolean }

/**
 * Builds the demonstration: real Missouri properties from the files of `demo/data`, with rents, reserves,
 * contacts, vendors and requests invented deterministically. Reads those files, changes nothing, and answers
 * the same every time.
 */
export function buildPortfolio({
  day = demonstrationDay,
  national = false,
  isSlice = false,
}: PortfolioOptions = {}): Portfolio {
  const merged = mergeRecords(readSources())
  const portfolio = buildProperties(merged)
  for (const property of portfolio.properties) {
    property.reserve = inventReserve(property, day)
    property.otherReserves = inventOtherReserves(property, day)
  }
  const linked = resyndications(merged, portfolio.idOf)
  const properties = isSlice ? chooseSlice(portfolio.properties, linked) : portfolio.properties
  const vendors = inventVendors(day)
  const requests = inventRequests(properties, demonstrationAccounts({ properties }), vendors, day)
  // Interest is paid on what the releases have left.
  for (const { reserve } of properties) if (reserve) settleInterest(reserve)
  if (national) addNational(properties)
  const companies = buildCompanies(properties.flatMap(managedBy))
  return {
    day,
    regions,
    counties,
    nationalCounties: national ? readNationalCounties() : [],
    zipCodes,
    cities,
    fairMarketRents,
    incomeLimits,
    holidays: readLines('federal-holidays.csv').map((line) => ({
      day: column(line, 'observed_date'),
      name: column(line, 'name'),
    })),
    federalTypes,
    companies,
    properties,
    resyndications: linked,
    ...inventContacts(properties, companies),
    vendors,
    requests,
  }
}
