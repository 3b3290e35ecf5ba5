import { defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { choiceField, day, id, money, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** The sources of payables: the year's statement, or the newest month of the quarterly program. */
const sources = ['statement', 'month'] as const

/** Report 12: accounts payable. */
export default defineReport(facts, {
  path: '/api/reporting/AccountsPayable',
  access: permission('AFS', 'read'),
  parameters: {
    source: choiceField('From', sources).optional(),
    year: number('Year', 1990, 2200).unwrap().optional(),
    overDays: number('More than, days').unwrap().optional(),
  },
  words: { source: { statement: 'Annual statements', month: 'Newest months (TCAP)' } },
  defaults: (today) => ({ source: sources[0], year: Number(today.slice(0, 4)) - 1 }),
  row: {
    propertyId: id('Property'),
    property: text('Property'),
    propertyNumber: text('Number'),
    asOf: day('As of'),
    units: number('Units'),
    ap: money('Accounts payable'),
    perUnit: money('A unit'),
    daysPayable: number('Days payable'),
    b30: money('To 30 days'),
    b60: money('31 to 60 days'),
    b90: money('61 to 90 days'),
    over90: money('Over 90 days'),
    prior: money('A year before'),
    change: money('Change'),
    path: text('Record', 100),
  },
  hidden: ['path'],
  totals: {
    units: 'sum',
    ap: 'sum',
    perUnit: ({ ap, units }) => (ap == null || !units ? null : Math.round((100 * ap) / units) / 100),
    b30: 'sum',
    b60: 'sum',
    b90: 'sum',
    over90: 'sum',
    prior: 'sum',
    change: 'sum',
    daysPayable: 'average',
  },
  tiles: [
    {
      title: 'More than 45 days payable',
      order: 14,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: (today) => ({
        source: sources[0],
        year: Number(today.slice(0, 4)) - 1,
        exceptionsOnly: true,
      }),
      figure: ({ total }) => total,
      before: {
        label: 'the year before',
        buildParameters: (today) => ({
          source: sources[0],
          year: Number(today.slice(0, 4)) - 2,
          exceptionsOnly: true,
        }),
      },
    },
  ],
  order: '-ap',
  exceptions: 'More than 45 days only',
  ofProperties: true,
  footnote:
    'From annual statements: accounts payable is account 2110 at the end of the fiscal year; days payable is accounts payable ÷ the operating cost of an average day (11,860 payable at 243,930 a year is 18 days). From months (TCAP): accounts payable is the sum of the age groups in the latest month filed in the year. Only these months show the age of payables; they do not show days payable. A year before: the statement of the prior year, or the month twelve months earlier. Averages in the total line include only properties with a figure.',
  to: ({ path }) => path,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'ap',
})
