import { Suspense } from 'react'
import { useHolds } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { RecordTable } from '#review/web/index.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { extensions } from '../model/extensions.ts'
import { propertyColumns } from './columns.tsx'

/** Below the tasks of a property: its requests for more time, for those who may read them. */
export default function PropertyRequests({ propertyId }: { propertyId: number }) {
  // Of its own: the tasks above need not wait for it.
  const requests = (
    <Suspense fallback={null}>
      <Requests propertyId={propertyId} />
    </Suspense>
  )
  return useHolds('AFS', 'read', propertyId) ? requests : null
}

function Requests({ propertyId }: { propertyId: number }) {
  const rows = useCall(extensions.calls.ofProperty, { params: { propertyId } })
  const empty = (
    <EmptyState
      title="Nobody has asked for more time."
      text="Where a due date can be moved, the task offers “Ask for more time”."
    />
  )
  return (
    <section aria-label="Extension requests">
      <h2>Extension requests</h2>
      <RecordTable review={extensions} columns={propertyColumns} rows={rows} plain height="none" empty={empty} />
    </section>
  )
}
