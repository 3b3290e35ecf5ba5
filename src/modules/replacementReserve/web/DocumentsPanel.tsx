import { Button } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { Documents } from '#ground/files/web/index.ts'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import type { Detail } from './types.ts'

/** Every document of the request, those of its items among them; the agency adds its own while it reviews. */
export function DocumentsPanel({ detail }: { detail: Detail }) {
  const [shown, setShown] = useState(false)
  const { replacementReserveRequestId: moduleId, propertyId, canReview } = detail
  const of = useMemo(() => ({ moduleName: 'Replacement_Reserve', moduleId, propertyId }), [moduleId, propertyId])
  return (
    <section aria-label="Documents" data-noprint={shown ? undefined : true}>
      <h2>Documents</h2>
      {shown ? (
        <Suspense fallback={<ScreenSkeleton rows={3} />}>
          <Documents of={of} editable={canReview} />
        </Suspense>
      ) : (
        <Button variant="default" onClick={() => setShown(true)}>
          Show documents
        </Button>
      )}
    </section>
  )
}
