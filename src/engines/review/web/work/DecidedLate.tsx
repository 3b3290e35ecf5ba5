import { daysBetween } from '#kernel/model/dates.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type DecidedLine, getDecidedWork } from '../../model/work.ts'
import { decidedLate } from './groups.ts'

const col = columns<DecidedLine>()
const lateColumns = [
  col.link(
    'Request',
    (line) => line.number,
    (line) => line.to,
    { width: 100 },
  ),
  col.text('Kind', (line) => line.kindLabel, { width: 220 }),
  col.text('Property or company', (line) => line.subject, { width: 240 }),
  col.text('Management company', (line) => line.companyName, { width: 220 }),
  col.date('Submitted', (line) => line.submitted, { width: 105 }),
  col.date('Promised by', (line) => line.promisedBy, { width: 110 }),
  col.date('Decided', (line) => line.decidedOn, { width: 105 }),
  col.number('Days late', (line) => daysBetween(line.promisedBy, line.decidedOn), { width: 95 }),
  col.text('Analyst', (line) => line.reviewerName, { width: 150 }),
]

/** The screen that lists the decisions of the last 30 days that were later than promised. */
export default function DecidedLate() {
  return (
    <Screen title="Decided late, last 30 days" breadcrumbs={[{ label: 'Work', to: '/Work' }]}>
      <AgencyOnly>
        <LateTable />
      </AgencyOnly>
    </Screen>
  )
}

function LateTable() {
  const { today, rows } = useCall(getDecidedWork, {})
  return (
    <DataTable
      caption="Decided late"
      rows={decidedLate(rows, today)}
      columns={lateColumns}
      rowKey={(line) => line.to}
      to={(line) => line.to}
      initialSort={{ sortBy: 'Days late', descending: true }}
      csvName="decided-late"
      empty="Every decision of the last 30 days was made in time."
    />
  )
}
