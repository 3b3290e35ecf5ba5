import { queryOf } from '#kernel/web/queries.ts'
import { HistoryPanel as Panel } from '#ui/frame/HistoryPanel.tsx'
import { getHistory } from '../model/calls.ts'
import { ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { flow, statusLabel } from '../model/flow.ts'

const words = {
  flow,
  entities: [ContactChangeRequest, ContactChange],
  statusLabel: (status: number) => statusLabel(status, null),
}

/** Who did what to the request. */
export function HistoryPanel({ requestId, version }: { requestId: number; version: number }) {
  const queryKey = ['contactchangerequest', 'history', requestId, version]
  return <Panel query={{ ...queryOf(getHistory, { params: { requestId } }), queryKey }} words={words} />
}
