import { computeShare, defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import { day, flag, id, moment, number, percent, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** Report 5: the filed occupancy months of every property. */
export default defineReport(facts, {
  path: '/api/reporting/OccupancyByProperty',
  access: permission('Occupancy', 'read'),
  parameters: {
    from: day('From').unwrap().optional(),
    to: day('To').unwrap().optional(),
    lateOnly: flag('Late only').optional(),
  },
  months: ['from', 'to'],
  defaults: (today) => ({
    from: addMonths(getMonthStart(today), -12),
    to: addMonths(getMonthStart(today), -1),
  }),
  row: {
    propertyId: id('Property'),
    projectOccupancyId: id('Month'),
    property: text('Property'),
    propertyNumber: text('Number'),
    company: text('Company'),
    month: day('Month'),
    units: number('Units'),
    vacant: number('Vacant'),
    occupancy: percent('Occupied'),
    below: flag('Below the threshold'),
    submitted: moment('Submitted'),
    daysLate: number('Days late'),
  },
  totals: {
    units: 'sum',
    vacant: 'sum',
    occupancy: ({ units, vacant }) =>
      units === null || vacant === null ? null : computeShare(units! - vacant!, units),
    daysLate: 'average',
  },
  tiles: [
    {
      title: 'Below the occupancy threshold',
      order: 11,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: (today) => ({
        from: addMonths(getMonthStart(today), -1),
        to: addMonths(getMonthStart(today), -1),
        exceptionsOnly: true,
      }),
      figure: ({ total }) => total,
      before: {
        label: 'a month before',
        buildParameters: (today) => ({
          from: addMonths(getMonthStart(today), -2),
          to: addMonths(getMonthStart(today), -2),
          exceptionsOnly: true,
        }),
      },
    },
  ],
  order: 'property month',
  exceptions: 'Below the threshold only',
  ofProperties: true,
  footnote:
    'One row for each property and filed month. Occupied is (units − vacant) ÷ units; the threshold is set by the agency (85% by default). Days late are counted from the due date of the month; the total is the average of the months filed late. In the total line, units and vacant units are unit months.',
  to: ({ propertyId, projectOccupancyId }) => `/occupancy/view/${propertyId}/${projectOccupancyId}`,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'occupancy',
})
