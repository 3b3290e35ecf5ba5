import { standingColumns } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { applications, CERTIFIED, EXPIRED, type Line } from '../model/applications.ts'

const col = columns<Line>()
const { number, subject, status, submitted, age, analyst, decided } = standingColumns(applications)

const way = [
  status,
  submitted,
  age,
  col.date('Expires', (line) => line.expiresOn, { width: 110 }),
  col.number('Days left', (line) => line.daysLeft, { width: 95, lesser: true }),
  col.bool('Renewal', (line) => line.isRenewal, { width: 90, lesser: true }),
  col.number('Properties', (line) => line.requested, { width: 100 }),
  analyst,
  col.number('Score', (line) => line.score, { width: 80, lesser: true }),
  decided,
  col.date('Term begins', (line) => line.startsOn, { width: 115, lesser: true }),
]

/** Columns of the agency's queue. */
export const queueColumns = [
  number,
  subject,
  ...way,
  col.text('City', (line) => line.city, { width: 130, lesser: true }),
]

/** Columns of one company's applications. */
export const companyColumns = [number, ...way]

const inForce = (line: Line): boolean => line.statusId === CERTIFIED && !line.superseded

/** Tabs of the queue: what waits for the agency first, then the board of terms. */
export const queueTabs = [
  { label: 'To do', match: (line: Line) => line.statusId >= 2 && line.statusId <= 4 },
  { label: 'Submitted', match: (line: Line) => line.statusId === 2 },
  { label: 'Under review', match: (line: Line) => line.statusId === 3 },
  { label: 'Recommended', match: (line: Line) => line.statusId === 4 },
  { label: 'Certified', match: inForce },
  { label: 'Expiring', match: (line: Line) => inForce(line) && line.expiring },
  { label: 'Expired', match: (line: Line) => line.statusId === EXPIRED && !line.superseded },
  { label: 'Rejected', match: (line: Line) => line.statusId === 6 },
  { label: 'Not submitted', match: (line: Line) => line.statusId === 1 },
  { label: 'All', match: () => true },
]
