import { Suspense, useMemo, useState } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { markTask } from '../model/calls.ts'
import type { TaskLine } from '../model/shapes.ts'
import { MarkDialog } from './MarkDialog.tsx'
import { getTaskTone, taskTabs } from './words.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Actions of other modules on a task, shown in its row. */
    task: { task: TaskLine }
  }
}

const col = columns<TaskLine>()
const firstColumns = [
  col.text('Period', (line) => line.periodLabel, { width: 140 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip('Status', (line) => line.statusLabel, getTaskTone, { width: 180 }),
]
const otherColumns = [
  col.number('Days late', (line) => line.daysLate, { width: 90 }),
  col.date('Can be filed from', (line) => line.windowOpen, { width: 130 }),
  col.date('Submitted', (line) => line.submitted, { width: 105 }),
  col.bool('Extended', (line) => line.extended, { width: 90 }),
  col.text('Note', (line) => line.note, { width: 220 }),
]
const buildNameButton = (onPress: (line: TaskLine) => void) =>
  col.button('Task', (line) => line.taskName, onPress, { width: 150 })
const nameLink = col.link(
  'Task',
  (line) => line.taskName,
  (line) => line.url,
  { width: 150 },
)
const renderActions = (task: TaskLine) => (
  <Suspense fallback={null}>{Object.values(tabsOn('task', { task }))}</Suspense>
)
const actionColumn = col.node('Next', renderActions, { width: 170 })

/** The table of a property's tasks. The agency can mark those filed on paper. Other modules add actions. */
export function TaskTable({ rows }: { rows: readonly TaskLine[] }) {
  const readOnly = useReadOnly()
  const mayMark = useMay(markTask)
  const [markedTask, setMarkedTask] = useState<TaskLine | null>(null)
  const columns = useMemo(
    () => [
      mayMark ? buildNameButton(setMarkedTask) : nameLink,
      ...firstColumns,
      ...(readOnly ? [] : [actionColumn]),
      ...otherColumns,
    ],
    [mayMark, readOnly],
  )
  return (
    <>
      <DataTable
        caption="Tasks"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.taskInstanceId}
        tabs={taskTabs}
        csvName="tasks"
        initialSort={{ sortBy: 'Due', descending: true }}
        empty="No tasks yet. They are made at night from the property’s schedules."
      />
      {markedTask && <MarkDialog task={markedTask} onClose={() => setMarkedTask(null)} />}
    </>
  )
}
