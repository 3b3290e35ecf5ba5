import { lazy, Suspense } from 'react'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { IdentityFacts } from './IdentityFacts.tsx'
import { Program } from './Programme.tsx'
import { PropertyForm } from './PropertyForm.tsx'
import styles from './property.module.css'
import { StatusPanel } from './StatusPanel.tsx'
import type { PropertyDetail } from './types.ts'

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/**
 * All details of a property: its own fields, programs and location. Writers get the form, others read the
 * same fields. `writer` also shows the status and its steps.
 */
export function Details({
  detail,
  editable,
  writer,
}: {
  detail: PropertyDetail
  editable: boolean
  writer: boolean
}) {
  return (
    <div className={styles.panel}>
      <IdentityFacts detail={detail} />
      <PropertyForm detail={detail} editable={editable} />
      <Program detail={detail} editable={editable} />
      {writer && (
        <section aria-label="Status">
          <h2>Status</h2>
          <StatusPanel detail={detail} />
        </section>
      )}
      <Suspense fallback={<ScreenSkeleton rows={4} />}>
        <LocationMap detail={detail} />
      </Suspense>
    </div>
  )
}
