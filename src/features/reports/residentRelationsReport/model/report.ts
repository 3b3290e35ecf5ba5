import { dueWords } from '#core/platform/lookups/model/index.ts'
import { defineReport } from '#engines/report/model/index.ts'
import { matterStatusLabels } from '#features/compliance/residentRelations/model/index.ts'
import { signedIn } from '#kernel/model/access.ts'
import { code, day, flag, id, number, ref, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

/** Report 18: residents' complaints and inquiries, without any details of the residents. */
export default defineReport(facts, {
  path: '/api/reporting/ResidentRelation',
  restricted: true,
  access: signedIn,
  parameters: {
    issueType: ref('Kind', 'ResidentRelationsIssueType').optional(),
    status: code('State', 1, 5, matterStatusLabels).optional(),
    from: day('Received from').unwrap().optional(),
    to: day('Received to').unwrap().optional(),
    olderThan: number('Older than, days', 0, 3660).unwrap().optional(),
  },
  months: ['from', 'to'],
  row: {
    propertyId: id('Property'),
    residentRelationsId: id('Matter'),
    number: text('Matter'),
    property: text('Property'),
    company: text('Company'),
    issue: text('Kind'),
    opened: day('Received'),
    status: code('State', 1, 5, matterStatusLabels),
    dueDate: day('Reply due'),
    late: flag(dueWords.overdue),
    closed: day('Closed'),
    ageDays: number('Age, days'),
    daysToClose: number('Days to close'),
    open: flag('Open'),
    lifeSafety: flag('Life safety'),
    assigned: text('Assigned to'),
    month: text('Month received'),
  },
  hidden: ['month'],
  withheld: { assigned: 'Who at the agency takes care of a matter is not shown to companies.' },
  incomplete: { rows: 'Matters that the company was not asked about are left out for it.' },
  totals: { late: 'sum', open: 'sum', ageDays: 'average', daysToClose: 'average' },
  tiles: [
    {
      title: 'Replies to residents overdue',
      order: 19,
      kind: 'number',
      better: 'less',
      map: true,
      buildParameters: () => ({ exceptionsOnly: true }),
      figure: ({ total }) => total,
    },
  ],
  order: '-opened number',
  exceptions: 'Overdue only',
  ofProperties: true,
  groupedBy: ['issue', 'month'],
  footnote:
    'One row for each matter: the agency sees all, a company those it was asked about. Fair-housing matters are shown only to the agency. Age is counted from the day of receipt until today, or until the matter was closed; days to close is the age of closed matters. The totals of both are averages. Late: not closed, and the reply is past due.',
  to: ({ propertyId, residentRelationsId }) => `/ResidentRelations/${propertyId}/${residentRelationsId}`,
  links: { property: ({ propertyId }) => `/ResidentRelationsList/${propertyId}` },
  chartColumn: 'open',
})
