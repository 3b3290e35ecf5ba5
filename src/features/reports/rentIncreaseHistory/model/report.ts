import { anyPercentField, computeQuotient, defineReport } from '#engines/report/model/index.ts'
import { rentIncreaseTypes } from '#features/rents/rentIncrease/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { code, day, id, moment, money, number, text } from '#kernel/model/field.ts'
import { RequestStatus, requestStatusLabels } from '#kernel/model/status.ts'
import { facts } from './facts.ts'

const statuses = Object.fromEntries(
  Object.entries(requestStatusLabels).filter(([status]) => Number(status) > RequestStatus.NOT_SUBMITTED),
) as Record<number, string>

/** Report 9: the requested and approved rent increases. */
export default defineReport(facts, {
  path: '/api/reporting/AverageRentIncreaseHistory',
  access: permission('Rent_Increase', 'read'),
  parameters: {
    fromYear: number('From year', 1990, 2200).unwrap().optional(),
    toYear: number('To year', 1990, 2200).unwrap().optional(),
    type: code('Type', 1, 3, rentIncreaseTypes).optional(),
    status: code('State', 0, 9, statuses).optional(),
  },
  defaults: (today) => ({ fromYear: Number(today.slice(0, 4)) - 4, toYear: Number(today.slice(0, 4)) }),
  row: {
    propertyId: id('Property'),
    rentIncreaseRequestHeaderId: id('Request'),
    property: text('Property'),
    propertyNumber: text('Number'),
    type: code('Type', 1, 3, rentIncreaseTypes),
    status: code('State', 0, 9, statuses),
    submitted: moment('Submitted'),
    effective: day('Effective'),
    requestedPct: anyPercentField('Asked for'),
    approvedPct: anyPercentField('Approved'),
    unitsAffected: number('Units'),
    requestedMonthly: money('Asked for, a month'),
    approvedMonthly: money('Approved, a month'),
    daysToDecide: number('Days to decide'),
    requestedWeight: anyPercentField('Asked for × units'),
    requestedUnits: number('Units with a percent asked for'),
    approvedWeight: anyPercentField('Approved × units'),
    approvedUnits: number('Units with a percent approved'),
  },
  hidden: ['requestedWeight', 'requestedUnits', 'approvedWeight', 'approvedUnits'],
  totals: {
    unitsAffected: 'sum',
    requestedMonthly: 'sum',
    approvedMonthly: 'sum',
    daysToDecide: 'average',
    requestedWeight: 'sum',
    requestedUnits: 'sum',
    approvedWeight: 'sum',
    approvedUnits: 'sum',
    requestedPct: ({ requestedWeight, requestedUnits }) => computeQuotient(requestedWeight, requestedUnits),
    approvedPct: ({ approvedWeight, approvedUnits }) => computeQuotient(approvedWeight, approvedUnits),
  },
  order: '-submitted property',
  exceptions: 'Approved below the request',
  ofProperties: true,
  footnote:
    'Requests by the year in which they were submitted. The percentages are the increases of the requested and approved rents of all units over their previous rents, as on the request; rows without a previous rent are left out. Total percentages are weighted by units. Days to decide are calendar days from submission to decision; the total is the average.',
  to: ({ rentIncreaseRequestHeaderId, propertyId }) =>
    `/rentIncrease/RentIncrease/${propertyId}/${rentIncreaseRequestHeaderId}`,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'approvedPct',
})
