import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { getDemonstrationAccounts, largestCompany } from './accounts.ts'
import type { Portfolio, Property } from './types.ts'

/** The minimum number of properties of each kind in a slice, if the portfolio has as many. */
const PROPERTIES_PER_KIND = 2
/**
 * The minimum number of tax-credit properties of the largest company that are not rural. 13 of them have
 * rent increases, and some have none yet.
 */
const RENT_RAISING_PROPERTIES = 16
/**
 * The number of properties of the other company: one for each of its reserve requests, and a few without a
 * request.
 */
const OTHER_COMPANY_PROPERTIES = 20
/**
 * The number of companies with at least one property. So many companies have applications for certification
 * in every status.
 */
const COMPANY_COUNT = 30
/** The number of properties of the largest company for which only its administrator has permissions. */
const UNASSIGNED_PROPERTIES = 6

/** Returns the kinds and states of a property that screens and calls distinguish. */
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
  const emptyFields = Object.entries(property)
    .filter(([, value]) => value === null || (Array.isArray(value) && value.length === 0))
    .map(([name]) => `without ${name}`)
  const hasProgram = (program: string) => property.federalTypes.some(({ name }) => name.startsWith(program))
  const raisesRents =
    property.managementCompany === largestCompany &&
    status === PropertyStatus.Active &&
    property.totalUnits >= 13 &&
    hasProgram('LIHTC') &&
    !hasProgram('Rural')
  return [
    ...(raisesRents ? ['raises rents'] : []),
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
    ...emptyFields,
  ]
}

/** Returns the first property of each of the companies that manage the most properties. */
function getFirstOfCompanies(properties: readonly Property[]): number[] {
  const propertiesByCompany = Map.groupBy(
    properties.filter(({ managementCompany, reserve }) => managementCompany !== null && reserve !== null),
    ({ managementCompany }) => managementCompany,
  )
  const largest = [...propertiesByCompany.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, COMPANY_COUNT)
  return largest.map((companyProperties) => companyProperties[0]!.id)
}

/**
 * Chooses up to 150 of the properties: those for which the accounts have permissions, and two of every kind
 * and state. The properties have the same ids as in the whole portfolio. So the accounts have the same
 * permissions, except for the other company, which has fewer properties.
 */
export function chooseSlice(
  properties: readonly Property[],
  resyndications: Portfolio['resyndications'],
): Property[] {
  const accounts = getDemonstrationAccounts({ properties: [...properties] })
  const getProperties = (name: string): number[] => {
    const account = accounts.find(({ userName }) => userName === name)
    return [
      ...(account?.mainProperties ?? []),
      ...(account?.grants ?? []).map(({ propertyId }) => propertyId),
    ]
  }
  const selectedIds = new Set([
    ...getProperties('company.user'),
    ...getProperties('owner.manager'),
    ...getProperties('other.user').slice(0, OTHER_COMPANY_PROPERTIES),
  ])
  for (const { oldPropertyId, newPropertyId } of resyndications)
    selectedIds.add(oldPropertyId).add(newPropertyId)
  for (const id of getFirstOfCompanies(properties)) selectedIds.add(id)
  const { company } = accounts.find(({ userName }) => userName === 'company.admin')!
  const matchingProperties = properties.filter(
    ({ id, managementCompany }) => managementCompany === company && !selectedIds.has(id),
  )
  for (const { id } of matchingProperties.slice(0, UNASSIGNED_PROPERTIES)) selectedIds.add(id)
  const counts = new Map<string, number>()
  const countKinds = (property: Property) => {
    for (const kind of getKinds(property)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  for (const property of properties) if (selectedIds.has(property.id)) countKinds(property)
  const getMinimum = (kind: string) =>
    kind === 'raises rents' ? RENT_RAISING_PROPERTIES : PROPERTIES_PER_KIND
  for (const property of properties) {
    if (
      selectedIds.has(property.id) ||
      getKinds(property).every((kind) => (counts.get(kind) ?? 0) >= getMinimum(kind))
    )
      continue
    selectedIds.add(property.id)
    countKinds(property)
  }
  return properties.filter(({ id }) => selectedIds.has(id))
}
