import { lazy, Suspense } from 'react'
import styles from './CountyMap.module.css'
import type { CountyMapProps } from './CountyMapDrawing.tsx'

export type { CountyMapProps } from './CountyMapDrawing.tsx'

const Drawing = lazy(() => import('./CountyMapDrawing.tsx'))

/**
 * Shows a map of a state's counties with properties, and below it the same properties as a table for screen
 * readers and the keyboard. The drawing (d3-geo) is loaded when a map is first shown.
 */
export function CountyMap(props: CountyMapProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
