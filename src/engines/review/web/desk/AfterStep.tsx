import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { openPath } from '../../model/review.ts'
import type { StepProps } from '../NextSteps.tsx'
import styles from './desk.module.css'
import { placeOnTab } from './Pager.tsx'

/**
 * The line shown after a step if no other record was opened: whether this was the last record of the list,
 * and links to the next record and back to the list.
 */
export function AfterStep({ review, pages, detail }: Pick<StepProps, 'review' | 'pages' | 'detail'>) {
  const place = placeOnTab(pages, openPath(review, detail))
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The dialog must release the focus first.
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
