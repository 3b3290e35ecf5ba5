import { getDemonstrationAccounts } from './accounts.ts'
import { buildCompanies } from './companies.ts'
import { inventContacts } from './contacts.ts'
import { readColumn, readLines } from './csv.ts'
import { programNames } from './federalTypes.ts'
import { cities, counties, regions, zipCodes } from './geography.ts'
import { type MergeResult, mergeRecords } from './merging.ts'
import { readNationalCounties, readNationalProperties } from './national.ts'
import { buildProperties } from './properties.ts'
import { fairMarketRents, incomeLimits } from './rents.ts'
import { inventRequests } from './requests.ts'
import { computeInterestEntries, inventOtherReserves, inventReserve, OPENING_DAY } from './reserves.ts'
import { chooseSlice } from './slice.ts'
import { readSources, type SourceRecord } from './sources.ts'
import type { Portfolio, Property } from './types.ts'
import { inventVendors } from './vendors.ts'

export type { Portfolio, Property } from './types.ts'

/** The current day of the demonstration. It is fixed, so that two loads result in the same rows. */
const DEMONSTRATION_DAY = '2026-11-16'

function linkResyndications(
  merged: MergeResult,
  idByKey: ReadonlyMap<SourceRecord, number>,
): Portfolio['resyndications'] {
  return merged.resyndications.map(({ older, newer }) => ({
    oldPropertyId: idByKey.get(older) as number,
    newPropertyId: idByKey.get(newer) as number,
    type: readColumn(newer.line, 'federal_4pct_credit') === '' ? '9% credit' : '4% credit',
    day: readColumn(newer.line, 'event') === 'Approved' ? readColumn(newer.line, 'event_date') : null,
  }))
}

/**
 * Returns the management company of a property with the place of the property, or nothing without a company.
 */
const getManagedPlace = (property: Property) =>
  property.managementCompany
    ? [{ name: property.managementCompany, city: property.city, zip: property.zip }]
    : []

/**
 * Adds the properties of the other states. Their reserves have only an opening balance, because they are for
 * tests with many properties and not with long ledgers.
 */
function addNationalProperties(properties: Property[]): void {
  const national = readNationalProperties(properties.length + 1)
  for (const property of national) property.reserve = inventReserve(property, OPENING_DAY)
  properties.push(...national)
}

/**
 * What to build. `day` is the current day, `national` adds USDA's properties of the other states, and
 * `isSlice` builds only up to 150 properties, for tests that do not need all of them.
 */
export type PortfolioOptions = { day?: string; national?: boolean; isSlice?: boolean }

/**
 * Builds the data of the demonstration: real Missouri properties from the files of `demo/data`, with rents,
 * reserves, contacts, vendors and requests that are invented. The result is the same every time.
 */
export function buildPortfolio({
  day = DEMONSTRATION_DAY,
  national = false,
  isSlice = false,
}: PortfolioOptions = {}): Portfolio {
  const merged = mergeRecords(readSources())
  const portfolio = buildProperties(merged)
  for (const property of portfolio.properties) {
    property.reserve = inventReserve(property, day)
    property.otherReserves = inventOtherReserves(property, day)
  }
  const resyndicationLinks = linkResyndications(merged, portfolio.idByRecord)
  const properties = isSlice ? chooseSlice(portfolio.properties, resyndicationLinks) : portfolio.properties
  const vendors = inventVendors(day)
  const requests = inventRequests(properties, getDemonstrationAccounts({ properties }), vendors, day)
  // The requests added releases, which reduce the balances on which interest is paid.
  for (const { reserve } of properties) if (reserve) computeInterestEntries(reserve)
  if (national) addNationalProperties(properties)
  const companies = buildCompanies(properties.flatMap(getManagedPlace))
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
      day: readColumn(line, 'observed_date'),
      name: readColumn(line, 'name'),
    })),
    federalTypes: programNames,
    companies,
    properties,
    resyndications: resyndicationLinks,
    ...inventContacts(properties, companies),
    vendors,
    requests,
  }
}
