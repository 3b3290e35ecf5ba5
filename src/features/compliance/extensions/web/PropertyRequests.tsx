import { Suspense } from 'react'
import { getPropertyRecords } from '#engines/review/web/index.ts'
import { useHolds } from '#ui/frame/hooks.ts'
import { pages, review } from './pages.tsx'

const Requests = getPropertyRecords({ review, pages })

/** The extension requests of a property below its tasks, for users who may read them. */
export default function PropertyRequests({ propertyId }: { propertyId: number }) {
  // The requests load separately, so that the tasks above do not wait for them.
  const requests = (
    <Suspense fallback={null}>
      <Requests propertyId={propertyId} />
    </Suspense>
  )
  return useHolds('AFS', 'read', propertyId) ? requests : null
}
