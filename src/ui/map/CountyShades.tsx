import { lazy, Suspense } from 'react'
import styles from './CountyMap.module.css'
import type { CountyShadesProps } from './CountyShadesDrawing.tsx'

const Drawing = lazy(() => import('./CountyShadesDrawing.tsx'))

/**
 * A state's counties, each the darker the more of something there is; a table beside it says the same to
 * everybody.
 */
export function CountyShades(props: CountyShadesProps) {
  return (
    <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
      <Drawing {...props} />
    </Suspense>
  )
}
