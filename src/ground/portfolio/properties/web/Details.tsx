import { lazy, Suspense } from 'react'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { IdentityFacts } from './IdentityFacts.tsx'
import { Programme } from './Programme.tsx'
import { PropertyForm } from './PropertyForm.tsx'
import styles from './property.module.css'
import { StatusPanel } from './StatusPanel.tsx'
import type { Detail } from './types.ts'

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/**
 * What identifies and binds a property, all of it: for its writers the form, for everyone else the same to
 * read.
 */
export function Details({
  detail,
  editable,
  writer,
}: {
  detail: Detail
  editable: boolean
  writer: boolean
}) {
  return (
    <div className={styles.panel}>
      <IdentityFacts detail={detail} />
      <PropertyForm detail={detail} editable={editable} />
      <Programme detail={detail} editable={editable} />
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
