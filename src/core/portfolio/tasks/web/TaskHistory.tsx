import { useMemo } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getTaskHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'

const timelineOptions = {
  entities: Object.values(entities),
  whole: true,
}

/** The history of a property's schedules, tasks and to-dos, newest first, for the agency. */
export function TaskHistory({ propertyId }: { propertyId: number }) {
  const lines = useCall(getTaskHistory, { params: { propertyId } })
  return <Timeline entries={useMemo(() => buildTimeline(lines, timelineOptions), [lines])} />
}
