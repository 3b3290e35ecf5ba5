import type { ToneName } from '#ui/frame/palette.ts'
import { Chip, statusTone } from '#ui/frame/StatusChip.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { CERTIFIED, EXPIRED } from '../model/flow.ts'
import { applicationPath, companyPath, type Line } from './types.ts'

const toneOf = (statusId: number): ToneName => (statusId === EXPIRED ? 'yellow' : statusTone(statusId))

/** The chip of an application's status; Expired has a tone of its own. */
export const StateChip = ({ line }: { line: { statusId: number; statusLabel: string } }) => (
  <Chip color={toneOf(line.statusId)}>{line.statusLabel}</Chip>
)

const col = columns<Line>()
const number = col.link('Application', (line) => line.applicationNumber, applicationPath, { width: 105 })
const status = col.chip(
  'Status',
  (line) => line.statusLabel,
  (line) => toneOf(line.statusId),
  { width: 190 },
)
const submitted = [
  col.date('Submitted', (line) => line.submitted, { width: 110 }),
  col.number('Age in days', (line) => line.ageDays, { width: 105 }),
]
const ends = [
  col.date('Expires', (line) => line.expiresOn, { width: 110 }),
  col.number('Days left', (line) => line.daysLeft, { width: 95 }),
]
const way = [
  col.bool('Renewal', (line) => line.isRenewal, { width: 90 }),
  col.number('Properties', (line) => line.requested, { width: 100 }),
  col.text('Analyst', (line) => line.reviewerName, { width: 150 }),
  col.number('Score', (line) => line.score, { width: 80 }),
  col.date('Decided', (line) => line.decided, { width: 110 }),
  col.date('Term begins', (line) => line.startsOn, { width: 115 }),
]

/** Columns of the agency's queue. */
export const queueColumns = [
  number,
  col.link('Company', (line) => line.companyName, companyPath, { width: 240 }),
  status,
  ...submitted,
  ...ends,
  ...way,
  col.text('City', (line) => line.city, { width: 130 }),
]

/** Columns of one company's applications. */
export const companyColumns = [number, status, ...submitted, ...ends, ...way]

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
