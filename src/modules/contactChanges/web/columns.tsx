import { typesLabel } from '#ground/contacts/web/index.ts'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { RequestLine } from './types.ts'
import { formPath, reviewPath } from './words.ts'

const col = columns<RequestLine>()

const shared = [
  col.text('Contact types', (line) => typesLabel(line.contactTypeIds), { width: 220 }),
  col.number('Changes', (line) => line.changes, { total: true, width: 90 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId),
    { width: 180 },
  ),
  col.date('Submitted', (line) => line.submitted, { width: 105 }),
  col.text('Submitted by', (line) => line.submittedByName, { width: 160 }),
  col.number('Age in days', (line) => line.ageDays, { width: 100 }),
  col.text('Analyst', (line) => line.reviewerName, { width: 150 }),
  col.date('Decided', (line) => line.decided, { width: 105 }),
  col.text('Reason', (line) => line.reason, { hidden: true }),
]

/** The agency's lists: every request opens for review. */
export const queueColumns = [
  col.link('Request', (line) => line.requestNumber, reviewPath, { width: 90 }),
  col.text('For', (line) => line.subject, { width: 250 }),
  col.text('Management company', (line) => line.companyName, { width: 230 }),
  ...shared,
]

/** Where a company opens its request: the form while it is open, what was decided afterwards. */
export const ownPath = (line: RequestLine): string => (line.statusId < 5 ? formPath(line) : reviewPath(line))

/** A company's own list. */
export const ownColumns = [
  col.link('Request', (line) => line.requestNumber, ownPath, { width: 90 }),
  col.text('For', (line) => line.subject, { width: 250 }),
  ...shared,
]

const inStatus = (label: string, ...statuses: number[]) => ({
  label,
  match: (line: RequestLine) => statuses.includes(line.statusId),
})

/** Tabs of the agency's lists: what waits for it comes first. */
export const statusTabs = [
  inStatus('Submitted', 2),
  inStatus('Under review', 3),
  inStatus('Not submitted', 1),
  inStatus('Approved', 5),
  inStatus('Rejected', 6),
  { label: 'All', match: () => true },
]

/** Tabs of a company's list. */
export const ownTabs = [
  { label: 'All', match: () => true },
  inStatus('Not submitted', 1),
  inStatus('With the agency', 2, 3),
  inStatus('Approved', 5),
  inStatus('Rejected', 6),
]
