import { defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { id, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** The group of properties without a district. */
export const NOT_SPECIFIED = 'Not specified'
/** The start of the path of the part by property, filtered by a district. */
const districtPath =
  '/reporting/CongressionalDistrict?part=By%20property&list=congressional-district-by-property&where.congressionalDistrict='

const figures = {
  units: number('Units'),
  lihUnits: number('Low-income units'),
  federalCredit: money('Federal credit a year'),
  stateCredit: money('State credit a year'),
  loans: money('Loans'),
}
const totals = {
  units: 'sum',
  lihUnits: 'sum',
  federalCredit: 'sum',
  stateCredit: 'sum',
  loans: 'sum',
} as const
const footnote =
  'Districts of the United States House of Representatives, as entered for the properties. Credits are those of the buildings in the latest filed statement of each property: eligible basis × applicable fraction × applicable percentage, and the state credit entered there. Loans are the notes payable at the end of that year. Blank if no statement has them.'

/** Report 6, first part: the portfolio by congressional district. */
export const byDistrict = defineReport(facts, {
  part: 'By district',
  path: '/api/reporting/CongressionalDistrict',
  access: permission('AFS', 'read'),
  parameters: {},
  row: {
    district: text('District'),
    counties: number('Counties'),
    properties: number('Properties'),
    ...figures,
  },
  totals: { properties: 'sum', ...totals },
  order: 'district',
  footnote,
  to: ({ district }) => (district === NOT_SPECIFIED ? null : `${districtPath}${district}`),
})

/** Report 6, second part: the portfolio by property, with its district. */
export const byProperty = defineReport(facts, {
  part: 'By property',
  path: '/api/reporting/CongressionalDistrictByProperty',
  access: permission('AFS', 'read'),
  parameters: {},
  row: {
    propertyId: id('Property'),
    district: text('District'),
    county: text('County'),
    property: text('Property'),
    propertyNumber: text('Number'),
    ...figures,
  },
  totals,
  order: 'district county property',
  ofProperties: true,
  footnote,
  to: ({ propertyId }) => `/EditProject/${propertyId}`,
  chartColumn: 'units',
})

export default [byDistrict, byProperty]
