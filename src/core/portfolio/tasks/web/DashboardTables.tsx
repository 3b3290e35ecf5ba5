import { dueWords } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { getMultipleDashboard } from '../model/calls.ts'
import type { TaskLine } from '../model/shapes.ts'
import { getTaskTone, taskTabs } from './words.ts'

type PropertyLine = Answer<typeof getMultipleDashboard>['byProperty'][number]
const getToDoPath = ({ propertyId }: { propertyId: number }): string => `/todolist/property/${propertyId}`

const col = columns<PropertyLine>()
const propertyColumns = [
  col.link('Property', (line) => line.propertyName, getToDoPath, { width: 280 }),
  col.number(dueWords.overdue, (line) => line.overdue, { total: true, width: 95 }),
  col.number(dueWords.pending, (line) => line.pending, { total: true, width: 95 }),
  col.number('Submitted', (line) => line.waiting, { total: true, width: 105 }),
  col.number(dueWords.notDue, (line) => line.notDue, { total: true, width: 95 }),
  col.date('Oldest due', (line) => line.oldestDue, { width: 110 }),
  col.link(
    'Management company',
    (line) => line.managementCompanyName,
    (line) =>
      line.managementCompanyId === null ? null : `/todolist/managementCompany/${line.managementCompanyId}`,
    { width: 260 },
  ),
]
const propertyTabs = [
  { label: 'All', match: () => true },
  { label: dueWords.overdue, match: (line: PropertyLine) => line.overdue > 0 },
  { label: dueWords.pending, match: (line: PropertyLine) => line.pending > 0 },
  { label: 'Submitted', match: (line: PropertyLine) => line.waiting > 0 },
]

/** The table of properties with the counts of their open tasks, those with the most overdue first. */
export function PropertyTable({ rows }: { rows: readonly PropertyLine[] }) {
  return (
    <DataTable
      caption="Open tasks by property"
      rows={rows}
      columns={propertyColumns}
      rowKey={(line) => line.propertyId}
      to={getToDoPath}
      tabs={propertyTabs}
      alphabet={(line) => line.propertyName}
      csvName="tasks-by-property"
      initialSort={{ sortBy: dueWords.overdue, descending: true }}
      empty="No property has an open task."
    />
  )
}

const task = columns<TaskLine>()
const companyName = task.text('Management company', (line) => line.managementCompanyName, { width: 240 })
const workColumns = [
  task.link(
    'Task',
    (line) => line.taskName,
    (line) => line.url,
    { width: 150 },
  ),
  task.link('Property', (line) => line.propertyName, getToDoPath, { width: 260 }),
  task.text('Period', (line) => line.periodLabel, { width: 150 }),
  task.date('Due', (line) => line.dueDate, { width: 105 }),
  task.chip('Status', (line) => line.statusLabel, getTaskTone, { width: 180 }),
  task.number('Days late', (line) => line.daysLate, { width: 90 }),
]
const agencyColumns = [...workColumns, companyName]

/** The table of open tasks of all properties. */
export function WorkTable({ rows, agency }: { rows: readonly TaskLine[]; agency: boolean }) {
  return (
    <DataTable
      caption="Open tasks"
      rows={rows}
      columns={agency ? agencyColumns : workColumns}
      rowKey={(line) => line.taskInstanceId}
      to={(line) => line.url}
      tabs={taskTabs}
      alphabet={(line) => line.propertyName}
      csvName="open-tasks"
      empty="No task is open."
    />
  )
}
