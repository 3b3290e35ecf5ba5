import { useMemo } from 'react'
import { requestStatusLabel } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { timelineOf } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getTaskHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'
import { extensionFlow } from '../model/flow.ts'
import { scheduleLabels } from '../model/frequency.ts'
import { taskTypeLabel } from '../model/taskTypes.ts'

const names: Readonly<Record<string, (value: number) => string | undefined>> = {
  Task: taskTypeLabel,
  Type: taskTypeLabel,
  Module: taskTypeLabel,
  Schedule: (value) => scheduleLabels[value],
}

const reading = {
  flow: extensionFlow,
  entities: Object.values(entities),
  statusLabel: (status: number) => requestStatusLabel(status),
  nameOf: (of: string, value: number) => names[of]?.(value),
  whole: true,
}

/** Who changed what about the tasks of a property, newest first; for the agency. */
export function TaskHistory({ propertyId }: { propertyId: number }) {
  const lines = useCall(getTaskHistory, { params: { propertyId } })
  return <Timeline entries={useMemo(() => timelineOf(lines, reading), [lines])} />
}
