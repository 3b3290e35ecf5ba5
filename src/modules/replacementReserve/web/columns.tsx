import type { z } from 'zod'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { requestLine } from '../model/shapes.ts'

export type Line = z.infer<typeof requestLine>

/** Where a request is opened. */
export const requestPath = (line: Pick<Line, 'replacementReserveRequestId' | 'propertyId'>): string =>
  `/ReplacementReserve/${line.replacementReserveRequestId}/${line.propertyId}`

const col = columns<Line>()

const number = col.link('Request', (line) => line.requestNumber, requestPath, { width: 90 })
const property = col.link(
  'Property',
  (line) => line.propertyName,
  (line) => `/ReplacementReserveList/${line.propertyId}`,
  { width: 240 },
)
const shared = [
  col.text('Type', (line) => line.requestType, { width: 130 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId),
    { width: 190 },
  ),
  col.date('Submitted', (line) => line.submitted, { width: 105 }),
  col.number('Age in days', (line) => line.ageDays, { width: 100 }),
  col.number('Items', (line) => line.itemCount, { width: 75 }),
  col.money('Claimed', (line) => line.claimed, { total: true, width: 125 }),
  col.money('Approved', (line) => (line.statusId >= 5 ? line.approved : null), { total: true, width: 125 }),
  col.text('Analyst', (line) => line.reviewerName, { width: 150 }),
  col.date('Decided', (line) => line.decided, { width: 105 }),
  col.date('Paid', (line) => line.paidDate, { width: 105 }),
]

/** Columns of the queue over all properties. */
export const queueColumns = [
  number,
  property,
  ...shared.slice(0, 8),
  col.text('Management company', (line) => line.managementCompanyName, { width: 220 }),
  ...shared.slice(8),
]

/** Columns of one property's requests. */
export const propertyColumns = [number, ...shared]

/** Queue tabs by status; "to do" first. */
export const statusTabs = [
  { label: 'To do', match: (line: Line) => line.statusId >= 2 && line.statusId <= 4 },
  { label: 'Submitted', match: (line: Line) => line.statusId === 2 },
  { label: 'Under review', match: (line: Line) => line.statusId === 3 },
  { label: 'Reviewed', match: (line: Line) => line.statusId === 4 },
  { label: 'Approved', match: (line: Line) => line.statusId === 5 },
  { label: 'Denied', match: (line: Line) => line.statusId === 6 },
  { label: 'Not submitted', match: (line: Line) => line.statusId === 1 },
  { label: 'All', match: () => true },
]

/** Tabs of the company's own view: what waits for it comes first. */
export const companyTabs = [statusTabs[7]!, statusTabs[6]!, statusTabs[0]!, statusTabs[4]!, statusTabs[5]!]
