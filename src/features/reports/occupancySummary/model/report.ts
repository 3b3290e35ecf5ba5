import { defineReport } from '#engines/report/model/index.ts'
import { getMonthListPath } from '#features/compliance/occupancy/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { code, id, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** The state of a property's month. It is null if no month is required or it is not due yet. */
export const MonthState = { IN_TIME: 1, LATE: 2, MISSING: 3, DUE: 4 } as const
const labels: Readonly<Record<number, string>> = {
  // Most months are in time, so the exceptions are emphasized.
  [MonthState.IN_TIME]: '✓',
  [MonthState.LATE]: 'Late',
  [MonthState.MISSING]: 'Missing',
  [MonthState.DUE]: 'Due',
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const months = Object.fromEntries(
  monthNames.map((name, index) => [
    `m${index + 1}`,
    code(name, MonthState.IN_TIME, MonthState.DUE, labels).nullable(),
  ]),
)

/** Report 13: the months of a year that each property filed in time, late, or not at all. */
export default defineReport(facts, {
  path: '/api/reporting/OccupancySubmissionSummary',
  access: permission('Occupancy', 'read'),
  parameters: { year: number('Year', 1990, 2200).unwrap().optional() },
  defaults: (today) => ({ year: Number(addMonths(today, -1).slice(0, 4)) }),
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    company: text('Company'),
    missingCount: number('Missing'),
    lateCount: number('Late'),
    submittedCount: number('Filed'),
    ...months,
    propertyNumber: text('Number'),
  },
  totals: { submittedCount: 'sum', lateCount: 'sum', missingCount: 'sum' },
  order: 'property',
  exceptions: 'Late or missing only',
  ofProperties: true,
  footnote:
    'One row for each property that must report months of the year, or filed one. ✓: filed by the due date, including extensions. Late: filed after the due date. Missing: past the due date and not filed. Filed counts ✓ and Late. Due: can be filed, and the due date has not passed. Blank: not required, or the month is not over. A month without a due date is never late.',
  to: ({ propertyId }) => getMonthListPath({ propertyId }),
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'missingCount',
})
