import { useParams } from 'react-router'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getByUserId } from '../model/calls.ts'

type Line = Answer<typeof getByUserId>[number]
const col = columns<Line>()
const getPath = ({ propertyId, budgetYear }: Line) => `/budget/view/${propertyId}/${budgetYear}`
const lineColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 280 }),
  col.number('Units', (line) => line.units, { width: 80 }),
  col.text('Budget', (line) => String(line.budgetYear), { width: 90 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId ?? 0),
    { width: 190 },
  ),
  col.date('Due', (line) => line.dueDate, { width: 110 }),
  col.text('Management company', (line) => line.companyName, { width: 240, lesser: true }),
]

/** The properties for which a person files budgets, each with its next budget. */
export default function UserList() {
  const { id } = useParams()
  const rows = useCall(getByUserId, { params: { userId: Number(id) } })
  return (
    <Screen title="Properties to budget for" breadcrumbs={[{ label: 'Budgets', to: '/budget/list/admin' }]}>
      <DataTable
        caption="Properties"
        rows={rows}
        columns={lineColumns}
        rowKey={(line) => line.propertyId}
        to={getPath}
        csvName="budget-properties"
        alphabet={(line) => line.propertyName}
        empty="Nobody budgets for a property here."
      />
    </Screen>
  )
}
