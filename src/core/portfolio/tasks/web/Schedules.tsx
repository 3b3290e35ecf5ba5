import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { schedulesByProperty } from '../model/calls.ts'
import { Schedule, scheduleLabels } from '../model/frequency.ts'
import { monthNames } from '../model/rules.ts'
import { getTaskTypeLabel } from '../model/taskTypes.ts'
import { ScheduleDialog, type ScheduleLine } from './ScheduleDialog.tsx'
import css from './tasks.module.css'

/** Describes the start or end of a schedule: 'March 2025', 'Quarter 2 of 2025', '2025', or 'open'. */
function describeSide(line: ScheduleLine, side: 'start' | 'end'): string {
  const year = line[`${side}Year`]
  if (year === null) return 'open'
  if (line.frequency === Schedule.Monthly) return `${monthNames[(line[`${side}Month`] ?? 1) - 1]} ${year}`
  return line.frequency === Schedule.Quarterly
    ? `Quarter ${line[`${side}QuarterQuarterId`]} of ${year}`
    : `${year}`
}

const col = columns<ScheduleLine>()
const sharedColumns = [
  col.text('Task', (line) => getTaskTypeLabel(line.taskTypeId), { width: 170 }),
  col.text('Schedule', (line) => scheduleLabels[line.frequency] ?? '', { width: 110 }),
  col.text('From', (line) => describeSide(line, 'start'), { width: 150 }),
  col.text('Until', (line) => describeSide(line, 'end'), { width: 150 }),
  col.chip(
    'State',
    (line) => (line.enabled ? 'Enabled' : 'Disabled'),
    (line) => (line.enabled ? 'green' : 'gray'),
    { width: 110 },
  ),
  col.text('Reason', (line) => line.reason, { wrap: true }),
]
const editColumn = col.node(
  'Change',
  (line) => <ScheduleDialog propertyId={line.propertyId} schedule={line} />,
  {
    width: 80,
  },
)
const editableColumns = [...sharedColumns.slice(0, 5), editColumn, ...sharedColumns.slice(5)]

/** The tab with the schedules of a property, from which its tasks are made every night. */
export default function Schedules({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const rows = useCall(schedulesByProperty, { params: { propertyId } })
  return (
    <div className={css.panel}>
      {editable && (
        <div>
          <ScheduleDialog propertyId={propertyId} />
        </div>
      )}
      <DataTable
        caption="Schedules"
        rows={rows}
        columns={editable ? editableColumns : sharedColumns}
        rowKey={(line) => line.taskScheduleId}
        csvName="schedules"
        height="none"
        plain
        empty="This property has no schedule: it files nothing."
      />
      <p className={css.note}>Tasks are made from these schedules every night, two months ahead.</p>
    </div>
  )
}
