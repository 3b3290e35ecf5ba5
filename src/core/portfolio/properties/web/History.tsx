import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { getHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'
import { decontrolFlow, getStatusLabel, statusFlow } from '../model/status.ts'
import styles from './property.module.css'
import type { PropertyDetail } from './types.ts'

const timelineOptions = {
  // The steps of both flows have different names, so they can be combined.
  flow: { ...statusFlow, steps: { ...statusFlow.steps, ...decontrolFlow.steps } },
  entities: Object.values(entities).filter((entity) => 'table' in entity),
  statusLabel: getStatusLabel,
  whole: true,
}

/** Converts the lines of a property's history to timeline entries, newest first. */
export function getPropertyEntries(lines: Answer<typeof getHistory>, { roomTypes }: PropertyDetail) {
  const names = new Map(roomTypes.map((roomType) => [roomType.projectRoomTypeId, roomType.name]))
  return buildTimeline(lines, {
    ...timelineOptions,
    nameOf: (fieldLabel, value) => (fieldLabel === 'Unit type' ? names.get(value) : undefined),
  })
}

/** The history of a property: who changed what, newest first. */
export function History({ detail }: { detail: PropertyDetail }) {
  const lines = useCall(getHistory, { params: { propertyId: detail.propertyId } })
  const entries = useMemo(() => getPropertyEntries(lines, detail), [lines, detail])
  const agency = useIsAgency()
  return (
    <div className={styles.panel}>
      <p className={styles.ways}>
        <Link to={`/PropertyTimeline/${detail.propertyId}`}>Everything that happened</Link>
        {agency && <Link to={`/PropertyAsOf/${detail.propertyId}`}>As of a day</Link>}
      </p>
      <Timeline entries={entries} />
    </div>
  )
}
