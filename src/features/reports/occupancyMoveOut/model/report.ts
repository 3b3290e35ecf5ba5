import {
  anyPercentField,
  buildReportLink,
  computeShare,
  defineReport,
  groupings,
} from '#engines/report/model/index.ts'
import {
  getMonthListPath,
  getMonthPath,
  moveOutReasons,
  type ReasonCode,
} from '#features/compliance/occupancy/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import { choiceField, day, id, number, percent, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** What a row of the report stands for: a group of properties, a month, or each reason of each month. */
const grains = {
  property: 'Property',
  reason: 'Reason',
  month: 'Month',
  bedrooms: 'Bedrooms',
  ...groupings,
  each: 'Property, month and reason',
}
export type Grain = keyof typeof grains
const grainKeys = Object.keys(grains) as [Grain, ...Grain[]]

const reasons = Object.fromEntries(moveOutReasons.map(({ code, label }) => [code, label]))
const reasonCodes = moveOutReasons.map(({ code }) => code) as [ReasonCode, ...ReasonCode[]]

/** The columns that identify a row, by its kind. */
const columnsByGrain: Readonly<Partial<Record<Grain, readonly string[]>>> = {
  property: ['property', 'months'],
  reason: ['reason', 'part'],
  month: ['month', 'properties', 'part'],
  each: ['property', 'month', 'reason'],
}
const groupColumns = ['groupName', 'properties', 'notReported', 'part']
const allColumns = [...new Set([...Object.values(columnsByGrain).flat(), ...groupColumns])]

/** Report 17: households that moved out, and turnover. */
export default defineReport(facts, {
  path: '/api/reporting/OccupancyMoveOut',
  restricted: true,
  access: permission('Occupancy', 'read'),
  parameters: {
    from: day('From').unwrap().optional(),
    to: day('To').unwrap().optional(),
    groupBy: choiceField('Rows by', grainKeys).optional(),
    reason: choiceField('Reason', reasonCodes).optional(),
    bedrooms: number('Bedrooms', 0, 20).unwrap().optional(),
  },
  months: ['from', 'to'],
  words: { groupBy: grains, reason: reasons },
  defaults: (today) => ({
    from: addMonths(getMonthStart(today), -12),
    to: addMonths(getMonthStart(today), -1),
    groupBy: 'property' as const,
  }),
  row: {
    propertyId: id('Property').nullable(),
    projectOccupancyId: id('Month').nullable(),
    reasonCode: text('Reason'),
    property: text('Property'),
    month: day('Month'),
    reason: text('Reason'),
    groupName: text('Group', 300),
    properties: number('Properties'),
    notReported: number('Not reported'),
    months: number('Months reported'),
    units: number('Units'),
    moveOuts: number('Move-outs'),
    part: percent('Of all move-outs'),
    turnover: anyPercentField('Turnover'),
    ownUnits: number('Units'),
    allUnits: number('Units'),
  },
  hidden: ['reasonCode', 'ownUnits', 'allUnits'],
  totals: {
    notReported: 'sum',
    // Rows that share the same units, such as those by reason, count them only once.
    ownUnits: 'sum',
    allUnits: 'highest',
    units: ({ ownUnits, allUnits }) => ownUnits ?? allUnits ?? null,
    moveOuts: 'sum',
    turnover: ({ moveOuts, ownUnits, allUnits }) => computeShare(moveOuts, ownUnits ?? allUnits),
  },
  labels: ({ groupBy = 'property', reason }) => {
    const grain = groupBy as Grain
    const visibleColumns = columnsByGrain[grain] ?? groupColumns
    return {
      ...Object.fromEntries(
        allColumns.filter((name) => !visibleColumns.includes(name)).map((name) => [name, '']),
      ),
      ...(visibleColumns.includes('groupName') && { groupName: grains[grain] }),
      ...(grain === 'bedrooms' && { notReported: '' }),
      ...(reason !== undefined && grain === 'reason' && { part: '' }),
    }
  },
  order: 'property month -moveOuts groupName',
  footnote:
    'Households that moved out in the chosen months, according to the filed months, by the reason they gave. Turnover is move-outs ÷ units, where units are those of the latest month that the property filed in the period; in rows for single months, the units of that month. Over twelve months it is the annual turnover. A property that must report but filed none of these months is blank and counts as not reported. A property of several federal types is counted under its first.',
  to: ({ propertyId, projectOccupancyId, reasonCode, month }, query) => {
    if (projectOccupancyId !== null && propertyId !== null)
      return getMonthPath(propertyId, projectOccupancyId)
    if (propertyId !== null) return getMonthListPath({ propertyId })
    if (reasonCode !== null) return buildReportLink(facts, { ...query, groupBy: 'each', reason: reasonCode })
    return month === null
      ? null
      : buildReportLink(facts, { ...query, groupBy: 'each', from: month, to: month })
  },
  chartColumn: 'moveOuts',
})
