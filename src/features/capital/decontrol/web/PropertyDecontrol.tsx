import { Suspense } from 'react'
import { Link } from 'react-router'
import { Documents } from '#core/platform/files/web/index.ts'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getScheduleStatus, type ScheduleStatus, updateSchedule } from '../model/calls.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

const AFFECTED_DATA = ['projects', 'decontrol', 'tasks']
type StatusProps = { status: ScheduleStatus }

/**
 * The Decontrol tab of a property: the stations of its release, the next step, outstanding matters, duties
 * that end or remain, and documents.
 */
export default function PropertyDecontrol({ propertyId }: TabProps['property']) {
  const status = useCall(getScheduleStatus, { params: { projectId: propertyId } })
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  return (
    <>
      <Facts
        facts={[
          { label: 'Release from control', value: status.statusLabel },
          { label: 'Reason', value: status.schedule?.reason },
          { label: 'Takes effect', value: formatDate(status.schedule?.effectiveOn, 'MM/DD/YYYY') },
          ...(agency ? [{ label: 'Held in reserves', value: formatMoney(status.reserves) }] : []),
        ]}
        line
      />
      {status.stations.length === 0 && <p>The property is under control; no release is under way.</p>}
      <Stations status={status} />
      {status.canEdit && !readOnly && <ScheduleForm key={status.scheduleId} status={status} />}
      {!readOnly && <Steps status={status} />}
      <ReleaseLists status={status} />
      <ReleaseDocuments status={status} />
    </>
  )
}

type Station = ScheduleStatus['stations'][number]
const col = columns<Station>()
const stationColumns = [
  col.text('Station', (item) => item.name, { width: 260 }),
  col.date('By', (item) => item.due, { width: 120 }),
  col.date('Done', (item) => item.done, { width: 120 }),
  col.chip(
    'State',
    (item) => (item.done ? 'Done' : item.late ? dueWords.overdue : 'Open'),
    (item) => (item.done ? 'green' : item.late ? 'red' : 'gray'),
    { width: 110 },
  ),
]

const Stations = ({ status }: StatusProps) =>
  status.stations.length > 0 && (
    <DataTable
      caption="Stations"
      rows={status.stations}
      columns={stationColumns}
      rowKey={(item) => item.name}
      height="none"
      plain
    />
  )

/** The steps that this person may take, and the faults that keep the release from the next one. */
function Steps({ status }: StatusProps) {
  const write = useWrite(AFFECTED_DATA)
  const { propertyId: projectId, decontrolStatus, actions, missing } = status
  const run = (action: Action, stepReason: string) =>
    write(
      updateSchedule,
      { params: { projectId, status: action.to ?? decontrolStatus ?? -1 }, body: { stepReason } },
      `${action.label}: done.`,
    )
  return (
    <section aria-label="Next step">
      {missing.length > 0 && (
        <>
          <h3>Missing for the next step</h3>
          <ul>
            {missing.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </>
      )}
      <ActionBar actions={actions} run={run} label="Release from control" />
    </section>
  )
}

/** Outstanding matters with links, duties that end, and duties that remain in force. */
function ReleaseLists({ status: { outstanding, ends, obligations } }: StatusProps) {
  return (
    <>
      {outstanding.length > 0 && (
        <section aria-label="Outstanding">
          <h3>Outstanding: {outstanding.length}</h3>
          <ul>
            {outstanding.map(({ kind, words, path }) => (
              <li key={`${kind} ${words}`}>
                {kind}: <Link to={path}>{words}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {ends.length > 0 && (
        <section aria-label="Ends with the release">
          <h3>Ends with the release</h3>
          <ul>
            {ends.map(({ task, tasks }, index) => (
              // Two schedules of one task have the same text, so the key needs the index.
              <li key={`${task} ${index}`}>
                {task}: no period after it is asked for{tasks > 0 && `; ${tasks} that nobody answered go`}
              </li>
            ))}
            <li>Reserve deposits: none falls due after it.</li>
          </ul>
        </section>
      )}
      {obligations.length > 0 && (
        <section aria-label="Stays in force">
          <h3>Stays in force</h3>
          <ul>
            {obligations.map((obligation) => (
              <li key={obligation}>{obligation}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function ReleaseDocuments({ status: { scheduleId, propertyId, canEdit } }: StatusProps) {
  const readOnly = useReadOnly()
  if (scheduleId === null) return null
  return (
    <section aria-label="Documents">
      <h3>Documents</h3>
      <Suspense>
        <Documents
          of={{ moduleName: 'DecontrolSchedule', moduleId: scheduleId, propertyId }}
          editable={canEdit && !readOnly}
        />
      </Suspense>
    </section>
  )
}
