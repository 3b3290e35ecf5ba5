import type { Call } from '#kernel/model/call.ts'
import { queryClient } from '#kernel/web/queries.ts'
import type { EntryKinds } from '#offline/web/index.ts'
import * as calls from '../../model/visitCalls.ts'

/** Returns the name under which a visit is stored on a device. */
export const getSnapshotName = (id: number): string => `visit ${id}`

const declareKind = (call: Call): EntryKinds[string] => ({
  call,
  // Every call answers with the current visit, which replaces the displayed one and is stored on the device.
  getSnapshot: ({ params }, value) => {
    queryClient.setQueryData(['inspectionvisit', Number(params.id)], { value, storedAt: null })
    void queryClient.invalidateQueries({ queryKey: ['complianceinspection'] })
    return { name: getSnapshotName(Number(params.id)), value }
  },
})

/** The kinds of entries that a visit makes, with the call that sends each. */
export const visitKinds: EntryKinds = {
  'visit.finding': declareKind(calls.saveVisitFinding),
  'visit.remove': declareKind(calls.removeVisitFinding),
  'visit.unit': declareKind(calls.recordVisitUnit),
  'visit.photo': declareKind(calls.addVisitPhoto),
  'visit.finish': declareKind(calls.finishVisit),
}
