import { computeShare, defineReport } from '#engines/report/model/index.ts'
import { vacantUnitsQuantity } from '#features/compliance/occupancy/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import { day, flag, id, money, number, percent, text } from '#kernel/model/field.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { facts } from './facts.ts'

/** Report 4: the vacant units of each property by unit type, and the rent lost. */
export default defineReport(facts, {
  path: '/api/reporting/Vacancy',
  access: permission('Occupancy', 'read'),
  parameters: {
    asOf: day('As of').unwrap().optional(),
    least: percent('Vacancy of at least, %').unwrap().optional(),
  },
  months: ['asOf'],
  defaults: (today) => ({ asOf: addMonths(getMonthStart(today), -1) }),
  row: {
    propertyId: id('Property'),
    projectOccupancyId: id('Month'),
    property: text('Property'),
    propertyNumber: text('Number'),
    roomType: text('Unit type'),
    bedrooms: number('Bedrooms'),
    units: number('Units'),
    vacant: number('Vacant'),
    vacancyPct: percent('Vacancy'),
    rent: money('Rent'),
    monthlyLoss: money('Loss a month'),
    yearlyLoss: money('Loss a year, if it lasts'),
    monthsVacant: number('Months in a row'),
    watch: flag('On the watch list'),
  },
  withheld: { watch: 'The watch list is kept by the agency and is not shown to companies.' },
  totals: {
    units: 'sum',
    vacant: 'sum',
    vacancyPct: ({ vacant = null, units = null }) => computeShare(vacant, units),
    monthlyLoss: 'sum',
    yearlyLoss: 'sum',
    monthsVacant: 'highest',
  },
  tiles: [
    {
      title: 'Vacancy loss a month',
      order: 2,
      kind: 'money',
      better: 'less',
      map: true,
      buildParameters: (today) => ({ asOf: addMonths(getMonthStart(today), -1) }),
      figure: ({ totals }) => totals.monthlyLoss ?? null,
      note: ({ totals }) => `${formatNumber(totals.vacant)} vacant units at the rents in force`,
      before: {
        label: 'a year before',
        buildParameters: (today) => ({ asOf: addMonths(getMonthStart(today), -13) }),
      },
    },
  ],
  order: 'property bedrooms',
  exceptions: 'Vacant units only',
  ofProperties: true,
  footnote: `Vacant: ${vacantUnitsQuantity.definition} Vacancy is vacant ÷ units, weighted by units in totals. Loss a month is vacant units × the rent in effect on that day (the average of a unit type’s rents, weighted by units); the loss a year is twelve times that. Both are blank if no rent is known. Months in a row: the number of consecutive reported months, including this one, in which the unit type has had a vacant unit. Properties that did not report the month are left out.`,
  to: ({ propertyId, projectOccupancyId }) => `/occupancy/view/${propertyId}/${projectOccupancyId}`,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'monthlyLoss',
})
