import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { choiceField, code, number, ref, text } from '#kernel/model/field.ts'

/** The attributes of properties by which a report's subtotals can be grouped, with labels (domain 35.1). */
export const groupings = {
  managementCompany: 'Company',
  county: 'County',
  region: 'Region',
  federalType: 'Federal type',
  housingType: 'Housing type',
  congressionalDistrict: 'Congressional district',
  developer: 'Developer',
} as const
/** A property's attribute by which a report may be grouped. */
export type Grouping = keyof typeof groupings
const groupingKeys = Object.keys(groupings) as [Grouping, ...Grouping[]]

/**
 * The filters that every report has (domain 35). They decide which properties it covers; a filter that is
 * left out has no effect. A property with several federal types matches each of them.
 */
export const filterBlock = {
  propertyStatus: code('Status', 0, 6, propertyStatusLabels).optional(),
  managementCompanyId: ref('Company', 'ManagementCompany').optional(),
  regionId: ref('Region', 'Region').optional(),
  countyId: ref('County', 'County').optional(),
  federalTypeId: ref('Federal type', 'FederalType').optional(),
  developerId: ref('Developer', 'Developer').optional(),
  congressionalDistrict: text('Congressional district', 20).optional(),
  zip: text('ZIP code', 10).optional(),
  housingType: text('Housing type', 40).optional(),
  unitsFrom: number('Units from').optional(),
  unitsTo: number('Units to').optional(),
  projectId: ref('Property', 'Property').optional(),
}
/** The name of a filter that every report has. */
export type FilterName = keyof typeof filterBlock

/** The filters that are chosen from a list; the others are typed, or set by a link. */
export const chosenFilters = [
  'propertyStatus',
  'managementCompanyId',
  'regionId',
  'countyId',
  'federalTypeId',
  'developerId',
  'congressionalDistrict',
  'zip',
  'housingType',
] as const satisfies readonly FilterName[]

/** What subtotals are grouped by: an attribute of properties, or a column of the report. */
export const createGroupingField = (columnNames: readonly string[]) =>
  choiceField('Subtotals by', [...groupingKeys, ...columnNames] as const)

/** Sizes of properties to choose from (`GetUnitOptions`); null means no upper limit. */
export const unitOptions: readonly { label: string; unitsFrom: number; unitsTo: number | null }[] = [
  { label: '1 to 12', unitsFrom: 1, unitsTo: 12 },
  { label: '13 to 24', unitsFrom: 13, unitsTo: 24 },
  { label: '25 to 49', unitsFrom: 25, unitsTo: 49 },
  { label: '50 to 99', unitsFrom: 50, unitsTo: 99 },
  { label: '100 and more', unitsFrom: 100, unitsTo: null },
]
