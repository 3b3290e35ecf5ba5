import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#kernel/web/queries.ts'
import { timelineOf } from '#ui/history.ts'
import { Timeline } from '#ui/Timeline.tsx'
import { getHistory } from '../model/calls.ts'
import { ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { flow, statusLabel } from '../model/flow.ts'

/** Who did what to the request, newest first; fetched when asked for, and again after each change. */
export function HistoryPanel({ requestId, version }: { requestId: number; version: number }) {
  const [shown, setShown] = useState(false)
  const { data } = useQuery({
    ...queryOf(getHistory, { params: { requestId } }),
    enabled: shown,
    queryKey: ['contactchangerequest', 'history', requestId, version],
  })
  return (
    <section aria-label="History" data-noprint={shown ? undefined : true}>
      <h2>History</h2>
      {!shown && (
        <Button variant="default" onClick={() => setShown(true)}>
          Show history
        </Button>
      )}
      {data && (
        <Timeline
          entries={timelineOf(data, {
            flow,
            entities: [ContactChangeRequest, ContactChange],
            statusLabel: (status) => statusLabel(status, null),
          })}
        />
      )}
    </section>
  )
}
