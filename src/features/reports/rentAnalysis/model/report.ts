import { anyPercentField, computeShare, defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { day, id, money, number, percent, ref, text } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import { facts } from './facts.ts'

/** Report 2: the rents in force on a day, compared with their limits. */
export default defineReport(facts, {
  path: '/api/reporting/RentAnalysis',
  access: permission('Rent_Increase', 'read'),
  parameters: {
    asOf: day('As of').unwrap().optional(),
    rentTypeId: ref('Rent type', 'RentType').optional(),
    bedrooms: number('Bedrooms', 0, 9).unwrap().optional(),
    belowBy: percent('Below the limit by at least, %').unwrap().optional(),
  },
  defaults: (today) => ({ asOf: today }),
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    roomType: text('Unit type'),
    rentType: text('Rent type'),
    amiPercent: percent('Of the median income'),
    units: number('Units'),
    current: money('Rent'),
    ua: money('Allowance'),
    gross: money('Gross rent'),
    maxGross: money('Limit'),
    headroom: money('Below the limit'),
    headroomPct: anyPercentField('Below, %'),
    headroomTotal: money('Below, all units'),
    lastIncrease: day('In force since'),
    grossTotal: money('Gross of all units'),
    limitTotal: money('Limit of all units'),
  },
  hidden: ['grossTotal', 'limitTotal'],
  totals: {
    units: 'sum',
    headroomTotal: 'sum',
    grossTotal: 'sum',
    limitTotal: 'sum',
    headroomPct: ({ headroomTotal = null, limitTotal = null }) => computeShare(headroomTotal, limitTotal),
  },
  tiles: [
    {
      title: 'Rents over their limit',
      order: 15,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: (today) => ({ asOf: today, exceptionsOnly: true }),
      figure: ({ total }) => total,
      note: ({ properties }) => plural(properties ?? 0, 'property', 'properties'),
    },
  ],
  order: 'property roomType rentType',
  exceptions: 'Over the limit only',
  ofProperties: true,
  footnote:
    'Rents in effect on the chosen day. Gross rent is the rent plus the allowance for utilities that the household pays. The limit is 30% of the program’s percentage of the area median income for the household size assumed for the unit, rounded down to whole dollars, by HUD’s latest figures for the county and year; for HOME units, it is no more than the fair market rent. The limit is blank if the program has none, if the rent is set elsewhere, or if no figures are published. If “Below the limit” is negative, the gross rent is over its limit. Totals are weighted by units and include only unit types that have a limit.',
  to: ({ propertyId }) => `/EditProject/${propertyId}?tab=Units%20and%20rents`,
  chartColumn: 'headroomTotal',
})
