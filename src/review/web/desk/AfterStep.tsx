import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { openPath } from '../../model/review.ts'
import type { StepProps } from '../NextSteps.tsx'
import styles from './desk.module.css'
import { placeOnTab } from './Pager.tsx'

/**
 * What follows a decision on which no other record was opened: whether that was the last of the list, and the
 * way on.
 */
export function AfterStep({ review, pages, detail }: Pick<StepProps, 'review' | 'pages' | 'detail'>) {
  const place = placeOnTab(pages, openPath(review, detail))
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // After the dialog has let go of the focus.
    const frame = requestAnimationFrame(() => first.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  const back = place?.list ?? review.routes.queue
  return (
    <p className={styles.after} data-noprint>
      <span role="status">{place && !place.next && 'That was the last of the list.'}</span>
      {place?.next && (
        <Link ref={first} to={place.next.path} replace>
          Next: {place.next.label}
        </Link>
      )}
      <Link ref={place?.next ? null : first} to={back}>
        Back to the list
      </Link>
    </p>
  )
}
