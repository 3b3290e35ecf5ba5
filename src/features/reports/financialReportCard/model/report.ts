import { anyPercentField, defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { code, day, decimal, id, moment, money, number, text } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import { RequestStatus, requestStatusLabels } from '#kernel/model/status.ts'
import { facts } from './facts.ts'

/** The states of a filed statement. A rejected one is labeled as closed in non-compliance. */
const statuses = Object.fromEntries(
  Object.entries({ ...requestStatusLabels, [RequestStatus.REJECTED]: 'Non-Compliant' }).filter(
    ([status]) => Number(status) > RequestStatus.NOT_SUBMITTED,
  ),
) as Record<number, string>

/** The coverage below which agencies watch a property (domain 8.3). */
export const WATCHED_COVERAGE = 1.1

const UNDECIDED = 'Coverage and score of a statement are shown to its company once the statement is decided.'
const AGENCY_ONLY =
  'Open findings are counted for the agency; a company reads those it was sent with its statement.'

/** Report 7: the report cards of a year. */
export default defineReport(facts, {
  path: '/api/reporting/FinancialReportCard',
  access: permission('AFS', 'read'),
  parameters: {
    year: number('Year', 1990, 2200).unwrap().optional(),
    status: code('State', 0, 9, statuses).optional(),
    below: decimal('Coverage below').unwrap().optional(),
    reserveBelow: money('Reserve a unit below', undefined, 0).unwrap().optional(),
  },
  defaults: (today) => ({ year: Number(today.slice(0, 4)) - 1 }),
  row: {
    propertyId: id('Property'),
    afsId: id('Statement'),
    property: text('Property'),
    propertyNumber: text('Number'),
    fye: day('Fiscal year end'),
    received: moment('Received'),
    daysLate: number('Days late'),
    dcr: decimal('Coverage'),
    econOcc: anyPercentField('Economic occupancy'),
    pour: anyPercentField('Uncollected rent'),
    r4rPerUnit: money('Reserve a unit'),
    status: code('State', 0, 9, statuses),
    score: number('Inspection score'),
    openItems: number('Open findings'),
  },
  withheld: { dcr: UNDECIDED, score: UNDECIDED, openItems: AGENCY_ONLY },
  totals: {
    daysLate: 'average',
    dcr: 'average',
    econOcc: 'average',
    pour: 'average',
    r4rPerUnit: 'average',
    score: 'average',
    openItems: 'sum',
  },
  tiles: [
    {
      title: 'Debt coverage',
      home: true,
      order: 3,
      kind: 'ratio',
      better: 'more',
      buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 1 }),
      column: 'dcr',
      figure: ({ totals }) => totals.dcr ?? null,
      note: ({ total }) => `mean of ${plural(total, 'statement', 'statements')}`,
      before: {
        label: 'the year before',
        buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 2 }),
      },
    },
    {
      title: 'Coverage below 1.10',
      home: true,
      order: 12,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 1, below: WATCHED_COVERAGE }),
      figure: ({ total }) => total,
      before: {
        label: 'the year before',
        buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 2, below: WATCHED_COVERAGE }),
      },
    },
    {
      title: 'Reserve below $1,000 a unit',
      home: true,
      order: 13,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 1, reserveBelow: 1000 }),
      figure: ({ total }) => total,
      before: {
        label: 'the year before',
        buildParameters: (today) => ({ year: Number(today.slice(0, 4)) - 2, reserveBelow: 1000 }),
      },
    },
  ],
  order: 'property',
  exceptions: 'Coverage below 1.10, or late',
  ofProperties: true,
  decimals: { dcr: 2 },
  footnote:
    'Figures are those of the report card: as of the decision for decided cards, current for open ones. Coverage is net operating income (after reserve deposits, unless the agency’s settings say otherwise) ÷ principal, interest and mortgage insurance of must-pay debt; blank if there is no such debt or its principal is unknown. Uncollected rent is (vacancy loss + bad debt) ÷ rent revenue. Economic occupancy is (rent revenue − vacancies − concessions − bad debt) ÷ rent revenue. The total line shows averages over the properties with a figure. The inspection score is that of the report card, or of the last inspection before the end of the year.',
  to: ({ afsId }) => `/afs/review/reportcard/${afsId}`,
  links: { property: ({ propertyId }) => `/EditProject/${propertyId}` },
  chartColumn: 'dcr',
})
