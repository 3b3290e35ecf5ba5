import { useCall } from '#kernel/web/queries.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getToDoProperty } from '../model/calls.ts'
import type { ToDoLine } from '../model/shapes.ts'
import { describeDueState, deskLabels, getToDoKey, getToDoTone } from './words.ts'

const MAX_LINES = 5

const col = columns<ToDoLine>()
const toDoColumns = [
  col.link(
    'To do',
    (line) => line.title,
    (line) => line.url,
    { width: 260 },
  ),
  col.date('Due', (line) => line.dueDate, { width: 100 }),
  col.chip('State', describeDueState, getToDoTone, { width: 100 }),
]
const agencyColumns = [
  ...toDoColumns.slice(0, 2),
  col.text('Who', (line) => deskLabels[line.waitsFor], { width: 130 }),
  ...toDoColumns.slice(2),
]

/** The card of a property's overview with its most urgent to-dos. */
export default function PropertyDue({ propertyId }: { propertyId: number }) {
  const toDos = useCall(getToDoProperty, { params: { propertyId } })
  const agency = useIsAgency()
  return (
    <Card
      title="Due"
      count={toDos.length}
      all={{ label: 'All to-dos and tasks', to: `/todolist/property/${propertyId}` }}
      empty={toDos.length === 0 && 'Nothing is to be done.'}
    >
      <DataTable
        caption="Due at this property"
        rows={toDos.slice(0, MAX_LINES)}
        columns={agency ? agencyColumns : toDoColumns}
        rowKey={getToDoKey}
        to={(line) => line.url}
        plain
        height="none"
      />
    </Card>
  )
}
