import { lazy, Suspense } from 'react'
import styles from './CountyMap.module.css'
import type { CountyShadesProps } from './CountyShadesDrawing.tsx'

const Drawing = lazy(() => import('./CountyShadesDrawing.tsx'))

/**
 * Shows a state's counties, shaded darker for higher values; a table next to it gives the same data to all
 * users.
 */
export function CountyShades(props: CountyShadesProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
