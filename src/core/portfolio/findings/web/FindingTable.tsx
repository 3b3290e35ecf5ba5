import { useMemo } from 'react'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type FindingLine, remind } from '../model/calls.ts'
import { getNextActor } from '../model/rules.ts'
import { useWrite } from './useWrite.ts'
import { getFindingState, getSeverity, getSeverityTone, getStateTone } from './words.ts'

const col = columns<FindingLine>()
const propertyColumn = col.text(
  'Property',
  (line) => [line.propertyName, line.city].filter(Boolean).join(', '),
  {
    width: 205,
  },
)
/** The days until the cure day as text, or how many days late. */
const formatDaysLeft = (days: number | null | undefined) =>
  days == null ? '' : days < 0 ? `${-days} late` : String(days)
const sharedColumns = [
  col.link(
    'Finding',
    (line) => line.title,
    (line) => `/NonCompliance/${line.nonComplianceId}`,
    { width: 270 },
  ),
  col.chip('Severity', getSeverity, getSeverityTone, { width: 85 }),
  col.text('Kind', (line) => line.typeName, { width: 130 }),
]
const openColumns = [
  col.number('Days open', (line) => line.daysOpen, { width: 85 }),
  col.date('Cure by', (line) => line.cureBy, { width: 100 }),
  col.number('Days left', (line) => line.daysLeft, { width: 85, format: formatDaysLeft }),
  col.bool('Blocks requests', (line) => line.blocks, { width: 115 }),
  col.chip('State', getFindingState, getStateTone, { width: 135 }),
  col.text('Who acts', (line) => getNextActor(line.statusId), { width: 85 }),
]
const closedColumns = [
  col.date('Opened', (line) => line.openedOn, { width: 105 }),
  col.date('Closed', (line) => line.closedOn, { width: 105 }),
  col.chip('State', getFindingState, getStateTone, { width: 110 }),
  col.text('Note', (line) => line.closingNote, { width: 320 }),
]
const companyColumn = col.text('Management company', (line) => line.managementCompanyName, {
  width: 220,
  lesser: 'inQueues',
})
const shownToCompany = col.bool('The company sees it', (line) => line.visibleToCompany, {
  width: 150,
  lesser: true,
})

const tabs = [
  { label: 'All', match: () => true },
  { label: 'Company acts', match: (line: FindingLine) => getNextActor(line.statusId) === 'Company' },
  { label: 'Agency acts', match: (line: FindingLine) => getNextActor(line.statusId) === 'Agency' },
  { label: dueWords.overdue, match: (line: FindingLine) => (line.daysLeft ?? 0) < 0 },
  { label: 'Blocks requests', match: (line: FindingLine) => line.blocks },
]

/**
 * The table of findings that are open or over. `ofProperty` hides the property's columns if all findings are
 * of one property. The agency can select several findings to send reminders.
 */
export function FindingTable({
  rows,
  kind,
  ofProperty,
  agency,
}: {
  rows: readonly FindingLine[]
  kind: 'open' | 'over'
  ofProperty: boolean
  agency: boolean
}) {
  const write = useWrite()
  const mayRemind = useMay(remind)
  const columns = useMemo(
    () => [
      ...(ofProperty ? [] : [propertyColumn]),
      ...sharedColumns,
      ...(kind === 'open' ? openColumns : closedColumns),
      ...(ofProperty ? [] : [companyColumn]),
      ...(agency ? [shownToCompany] : []),
    ],
    [kind, ofProperty, agency],
  )
  const kinds = useMemo(() => [...new Set(rows.map((line) => line.typeName))].sort(), [rows])
  const filters = useMemo(
    () => [
      { label: 'Kind', values: kinds, match: (line: FindingLine, value: string) => line.typeName === value },
    ],
    [kinds],
  )
  const sendReminders = async (selected: readonly FindingLine[]) => {
    const body = { ids: selected.map((line) => line.nonComplianceId) }
    const { mails, withoutContact } = await write(remind, { body }, 'The reminders are on their way.')
    if (mails === 0 || withoutContact > 0) return false
    return true
  }
  return (
    <DataTable
      caption={kind === 'open' ? 'Open findings' : 'Findings that are over'}
      rows={rows}
      columns={columns}
      rowKey={(line) => line.nonComplianceId}
      to={(line) => `/NonCompliance/${line.nonComplianceId}`}
      filters={filters}
      {...(kind === 'open' ? { tabs } : {})}
      {...(ofProperty ? {} : { alphabet: (line: FindingLine) => line.propertyName })}
      {...(kind === 'open' && mayRemind
        ? {
            select: {
              label: (line: FindingLine) => line.title,
              actions: [{ label: 'Remind', run: sendReminders }],
            },
          }
        : {})}
      csvName={kind === 'open' ? 'non-compliance' : 'non-compliance-closed'}
      empty={kind === 'open' ? 'No finding is open.' : 'No finding is over.'}
    />
  )
}

/** Summarizes open findings in one line: `118 open at 40 properties · 31 overdue · 44 block requests`. */
export function getFindingSummary(rows: readonly FindingLine[]): string {
  const late = rows.filter(({ daysLeft }) => (daysLeft ?? 0) < 0).length
  const blocks = rows.filter((line) => line.blocks).length
  const properties = new Set(rows.map(({ propertyId }) => propertyId)).size
  return [
    `${formatNumber(rows.length)} open at ${plural(properties, 'property', 'properties')}`,
    ...(late > 0 ? [`${formatNumber(late)} overdue`] : []),
    ...(blocks > 0 ? [`${formatNumber(blocks)} ${blocks === 1 ? 'blocks' : 'block'} requests`] : []),
  ].join(' · ')
}
