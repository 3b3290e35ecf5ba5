import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { TaskMessenger } from '#core/correspondence/messages/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { NotFound, Screen } from '#ui/frame/Screen.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { getTask, markTask } from '../model/calls.ts'
import { describeFiling } from '../model/filing.ts'
import { MarkDialog } from './MarkDialog.tsx'
import css from './tasks.module.css'
import { getTaskTone } from './words.ts'

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

const getFacts = (task: Answer<typeof getTask>) =>
  [
    { label: 'State', value: <Chip color={getTaskTone(task)}>{task.statusLabel}</Chip> },
    { label: 'Due', value: day(task.dueDate) },
    { label: 'Days late', value: task.daysLate },
    { label: 'Can be filed from', value: day(task.windowOpen) },
    { label: 'Original due date', value: task.extended ? day(task.originalDueDate) : null },
    { label: 'Note of the agency', value: task.note, wide: true },
  ].filter((fact) => fact.value !== null)

/** The screen of one task: how and when it is filed, its actions, and messages about it. */
export default function Task() {
  const { propertyId, taskInstanceId } = useNumericParams('propertyId', 'taskInstanceId')
  const task = useCall(getTask, { params: { taskInstanceId } })
  const mayMark = useMay(markTask)
  const [isMarking, setIsMarking] = useState(false)
  const { pathname } = useLocation()
  if (task.propertyId !== propertyId) return <NotFound />
  const open = task.statusId <= RequestStatus.NOT_SUBMITTED
  const taskName = `${task.taskName}, ${task.periodLabel}`
  return (
    <Screen
      title={taskName}
      breadcrumbs={[{ label: 'To do', to: `/todolist/property/${propertyId}` }]}
      actions={
        <>
          {task.filedHere && (
            <Button component={Link} to={task.url}>
              {open ? 'File it' : 'Open what was filed'}
            </Button>
          )}
          {open && <Suspense fallback={null}>{Object.values(tabsOn('task', { task }))}</Suspense>}
          {mayMark && !task.filedHere && (
            <Button variant="default" onClick={() => setIsMarking(true)}>
              Mark what came
            </Button>
          )}
        </>
      }
    >
      <Facts facts={getFacts(task)} />
      <section aria-label="Where it is filed" className={css.filing}>
        <h2>Where it is filed</h2>
        {describeFiling(task, task.today).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
      <h2>Messages about it</h2>
      <Suspense fallback={null}>
        <TaskMessenger about={{ propertyId, taskId: taskInstanceId, taskName, url: pathname }} />
      </Suspense>
      {isMarking && <MarkDialog task={task} onClose={() => setIsMarking(false)} />}
    </Screen>
  )
}
