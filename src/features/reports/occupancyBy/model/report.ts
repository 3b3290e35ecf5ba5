import { z } from 'zod'
import { computeShare, defineReport, groupings, type Sums } from '#engines/report/model/index.ts'
import { notReportedQuantity, vacantUnitsQuantity } from '#features/compliance/occupancy/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { addMonths, formatDate, getMonthStart } from '#kernel/model/dates.ts'
import { choiceField, day, number, percent, text } from '#kernel/model/field.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { facts } from './facts.ts'

/** The maximum number of months that the report covers (domain 35.1). */
export const MAX_MONTHS = 36
const monthOffsets = Array.from({ length: MAX_MONTHS }, (_, index) => index)

/** The attributes by which properties are grouped; `bedrooms` groups units by their size instead. */
const groupOptions = [
  'managementCompany',
  'county',
  'region',
  'federalType',
  'housingType',
  'bedrooms',
  'property',
] as const

const months = Object.fromEntries(
  monthOffsets.map((index) => [`m${index}`, percent(`${index} months before`)]),
)
/** The counts from which percentages are computed. They are columns that are never shown. */
const figure = z.number().nullable()
const counts = Object.fromEntries(
  monthOffsets.flatMap((index) => [
    [`units${index}`, figure],
    [`vacant${index}`, figure],
  ]),
)
const monthTotals = Object.fromEntries(
  monthOffsets.flatMap((index): [string, 'sum' | ((sums: Sums) => number | null)][] => [
    [`units${index}`, 'sum'],
    [`vacant${index}`, 'sum'],
    [`m${index}`, (sums) => computeOccupancy(sums, index)],
  ]),
)

const computeOccupancy = (sums: Sums, index: number): number | null => {
  const [units, vacant] = [sums[`units${index}`], sums[`vacant${index}`]]
  return units == null || vacant == null ? null : computeShare(units - vacant, units)
}

/** Report 1: occupancy by groups of properties. */
export default defineReport(facts, {
  path: '/api/reporting/Occupancy',
  access: permission('Occupancy', 'read'),
  parameters: {
    asOf: day('As of').unwrap().optional(),
    groupBy: choiceField('Grouped by', groupOptions).optional(),
    numMonths: number('Months', 1, MAX_MONTHS).unwrap().optional(),
  },
  months: ['asOf'],
  words: { groupBy: { ...groupings, bedrooms: 'Bedrooms', property: 'Property' } },
  defaults: (today) => ({
    asOf: addMonths(getMonthStart(today), -1),
    groupBy: groupOptions[0],
    numMonths: 12,
  }),
  row: {
    groupName: text('Group', 300),
    properties: number('Properties'),
    notReported: number(notReportedQuantity.name),
    units: number('Units'),
    vacant: number('Vacant'),
    occupancy: percent('Occupied'),
    change: percent('In a year'),
    ...months,
    ...counts,
  },
  hidden: Object.keys(counts),
  totals: {
    properties: 'sum',
    notReported: 'sum',
    units: 'sum',
    vacant: 'sum',
    occupancy: (sums) => computeOccupancy(sums, 0),
    change: (sums) => {
      const [now, before] = [computeOccupancy(sums, 0), computeOccupancy(sums, 12)]
      return now === null || before === null ? null : Math.round((now - before) * 100) / 100
    },
    ...monthTotals,
  },
  labels: ({ asOf, numMonths = MAX_MONTHS, groupBy }) => ({
    ...((groupBy === 'bedrooms' || groupBy === 'property') && { properties: '' }),
    ...(groupBy === 'bedrooms' && { notReported: '' }),
    m0: '',
    ...Object.fromEntries(
      monthOffsets
        .slice(1)
        .map((index) => [
          `m${index}`,
          index < Number(numMonths) && typeof asOf === 'string'
            ? formatDate(addMonths(asOf, -index), 'MM/DD/YYYY').replace(/\/\d\d\//, '/')
            : '',
        ]),
    ),
  }),
  tiles: [
    {
      title: 'Occupancy',
      home: true,
      order: 1,
      kind: 'percent',
      better: 'more',
      buildParameters: (today) => ({
        asOf: addMonths(getMonthStart(today), -1),
        groupBy: 'region',
        numMonths: 12,
      }),
      figure: ({ totals }) => totals.occupancy ?? null,
      note: ({ totals }) =>
        `${formatNumber(totals.vacant)} of ${formatNumber(totals.units)} units vacant; ${plural(totals.notReported ?? 0, 'property', 'properties')} ${notReportedQuantity.name.toLowerCase()}`,
      before: {
        label: 'a year before',
        buildParameters: (today) => ({
          asOf: addMonths(getMonthStart(today), -13),
          groupBy: 'region',
          numMonths: 1,
        }),
      },
    },
  ],
  order: 'groupName',
  footnote: `Occupied is (units − vacant) ÷ units of the properties that reported the month, weighted by units. Vacant: ${vacantUnitsQuantity.definition} Manager units count, too. Properties that did not report are left out; those that had to and have not submitted it are counted as not reported, as on the occupancy sheet. A property of several federal types is counted under its first.`,
})
