import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { demonstrationAccounts, largestCompany } from './accounts.ts'
import type { Portfolio, Property } from './types.ts'

/** Properties that a slice holds of one kind, where the whole has as many. */
const EACH = 2
/**
 * Tax-credit properties of the company accounts' company that are not rural: its rent increases go round 13
 * of them, and some have none yet.
 */
const RAISING = 16
/** Properties of the other company: one for each of its reserve requests, and a few without. */
const OTHERS = 20
/** Companies with a property each: applications for certification stand in every status among so many. */
const COMPANIES = 30
/**
 * Properties of the largest company past those its users have permissions for: its administrator alone sees
 * them.
 */
const UNASSIGNED = 6

/** The kinds and states of a property that screens and calls tell apart. */
function getKinds(property: Property): string[] {
  const {
    status,
    decontrolStatus,
    housingType,
    region,
    fiscalYearEndMonth,
    nonCompliant,
    averageIncomeTest,
  } = property
  const filled = Object.entries(property)
    .filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0))
    .map(([name]) => `without ${name}`)
  const has = (program: string) => property.federalTypes.some(({ name }) => name.startsWith(program))
  const raises =
    property.managementCompany === largestCompany &&
    status === PropertyStatus.Active &&
    property.totalUnits >= 13 &&
    has('LIHTC') &&
    !has('Rural')
  return [
    ...(raises ? ['raises rents'] : []),
    `status ${status}`,
    `decontrol ${decontrolStatus}`,
    `housing ${housingType}`,
    `region ${region}`,
    `fiscal year ${fiscalYearEndMonth}`,
    `non-compliant ${nonCompliant}`,
    `average income ${averageIncomeTest}`,
    `managed by its owner ${property.ownerManaged}`,
    ...property.federalTypes.map(({ name }) => `program ${name}`),
    ...property.otherReserves.map(({ kind }) => `reserve ${kind}`),
    ...property.rooms.map(({ bedrooms }) => `bedrooms ${bedrooms}`),
    ...filled,
  ]
}

/** The first property of each of the companies that manage most. */
function firstOfCompanies(properties: readonly Property[]): number[] {
  const managed = Map.groupBy(
    properties.filter(({ managementCompany, reserve }) => managementCompany !== null && reserve !== null),
    ({ managementCompany }) => managementCompany,
  )
  const largest = [...managed.values()]
    .sort((properties, other) => other.length - properties.length)
    .slice(0, COMPANIES)
  return largest.map((run) => run[0]!.id)
}

/**
 * Up to 150 of the properties: those the accounts have rights on, and of every kind and state two. They keep
 * their numbers, so that an account has the same rights as in the whole; only the other company is given
 * fewer properties.
 */
export function chooseSlice(
  properties: readonly Property[],
  resyndications: Portfolio['resyndications'],
): Property[] {
  const accounts = demonstrationAccounts({ properties: [...properties] })
  const getProperties = (name: string): number[] => {
    const account = accounts.find(({ userName }) => userName === name)
    return [
      ...(account?.mainProperties ?? []),
      ...(account?.grants ?? []).map(({ propertyId }) => propertyId),
    ]
  }
  const selected = new Set([
    ...getProperties('company.user'),
    ...getProperties('owner.manager'),
    ...getProperties('other.user').slice(0, OTHERS),
  ])
  for (const { oldPropertyId, newPropertyId } of resyndications)
    selected.add(oldPropertyId).add(newPropertyId)
  for (const id of firstOfCompanies(properties)) selected.add(id)
  const { company } = accounts.find(({ userName }) => userName === 'company.admin')!
  const matchingProperties = properties.filter(
    ({ id, managementCompany }) => managementCompany === company && !selected.has(id),
  )
  for (const { id } of matchingProperties.slice(0, UNASSIGNED)) selected.add(id)
  const counts = new Map<string, number>()
  const count = (property: Property) => {
    for (const kind of getKinds(property)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  for (const property of properties) if (selected.has(property.id)) count(property)
  const enough = (kind: string) => (kind === 'raises rents' ? RAISING : EACH)
  for (const property of properties) {
    if (
      selected.has(property.id) ||
      getKinds(property).every((kind) => (counts.get(kind) ?? 0) >= enough(kind))
    )
      continue
    selected.add(property.id)
    count(property)
  }
  return properties.filter(({ id }) => selected.has(id))
}
