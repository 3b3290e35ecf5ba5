import type { Call } from '#kernel/model/call.ts'
import { queryClient } from '#kernel/web/queries.ts'
import type { Entry, EntryKinds } from '#offline/web/index.ts'
import * as calls from '../../model/visitCalls.ts'

/** The name under which a visit is stored on a device. */
export const snapshotName = (id: number): string => `visit ${id}`

const kind = (call: Call) => ({
  call,
  // Every answer is the visit as it is now: shown at once, and stored.
  snapshotOf: ({ params }: Entry, value: unknown) => {
    queryClient.setQueryData(['inspectionvisit', Number(params.id)], { value, storedAt: null })
    void queryClient.invalidateQueries({ queryKey: ['complianceinspection'] })
    return { name: snapshotName(Number(params.id)), value }
  },
})

/** How entries of a visit are sent. */
export const visitKinds: EntryKinds = {
  'visit.finding': kind(calls.saveVisitFinding),
  'visit.remove': kind(calls.removeVisitFinding),
  'visit.unit': kind(calls.lookAtVisitUnit),
  'visit.photo': kind(calls.addVisitPhoto),
  'visit.finish': kind(calls.finishVisit),
}
