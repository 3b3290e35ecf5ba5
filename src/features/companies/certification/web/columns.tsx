import { columnOfReview, type QueueTab, standingColumns } from '#engines/review/web/index.ts'
import { isWithAgency, RequestStatus } from '#kernel/model/status.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { type ApplicationLine, applications } from '../model/applications.ts'

const col = columns<ApplicationLine>()
const { number, subject, status, submitted, age, analyst, decided } = standingColumns(applications)

const progressColumns = [
  status,
  submitted,
  age,
  col.date('Expires', (line) => line.expiresOn, { width: 110, served: 'expiresOn' }),
  col.number('Days left', (line) => line.daysLeft, { width: 95, lesser: true, served: 'daysLeft' }),
  col.bool('Renewal', (line) => line.isRenewal, { width: 90, lesser: true, served: 'isRenewal' }),
  col.number('Properties', (line) => line.requested, { width: 100, served: 'requested' }),
  analyst,
  columnOfReview(col.number('Score', (line) => line.score, { width: 80, lesser: true, served: 'score' })),
  decided,
  col.date('Term begins', (line) => line.startsOn, { width: 115, lesser: true, served: 'startsOn' }),
]

/** The columns of the agency's queue. */
export const queueColumns = [
  number,
  subject,
  ...progressColumns,
  col.text('City', (line) => line.city, { width: 130, lesser: true, served: 'city' }),
]

/** The columns of one company's applications. */
export const companyColumns = [number, ...progressColumns]

/** The tabs of the queue: by status first, then by term, which the server filters. */
export const queueTabs: QueueTab<ApplicationLine>[] = [
  { label: 'To do', match: (line: ApplicationLine) => isWithAgency(line.statusId) },
  { label: 'Submitted', match: (line: ApplicationLine) => line.statusId === RequestStatus.SUBMITTED },
  { label: 'Under review', match: (line: ApplicationLine) => line.statusId === RequestStatus.UNDER_REVIEW },
  { label: 'Recommended', match: (line: ApplicationLine) => line.statusId === RequestStatus.REVIEWED },
  { label: 'Certified', served: { part: 'inForce' } },
  { label: 'Expiring', served: { part: 'expiring' } },
  { label: 'Expired', served: { part: 'expired' } },
  { label: 'Rejected', served: { status: RequestStatus.REJECTED } },
  { label: 'Not submitted', match: (line: ApplicationLine) => line.statusId === RequestStatus.NOT_SUBMITTED },
  { label: 'All', served: {} },
]
