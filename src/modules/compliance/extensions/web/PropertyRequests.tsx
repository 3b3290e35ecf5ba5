import { Suspense } from 'react'
import { recordsOfProperty } from '#review/web/index.ts'
import { useHolds } from '#ui/frame/hooks.ts'
import { pages, review } from './pages.tsx'

const Requests = recordsOfProperty({ review, pages })

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
