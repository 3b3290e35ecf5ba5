import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKeys } from '#ui/frame/keys.ts'
import { keepWay, placeOnWay, type Stop } from '#ui/frame/way.ts'
import type { AnyReview } from '../../model/review.ts'
import { openPath } from '../../model/review.ts'
import type { AnyDetail } from '../pages.ts'
import styles from './desk.module.css'

/** The way through the list, as it was last shown, from one record to the next; and back to it. */
export function Pager({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const navigate = useNavigate()
  const path = openPath(review, detail)
  const place = placeOnWay(path)
  const known = place !== null
  useEffect(() => {
    if (known) keepWay()
  }, [known])
  const go = (stop: Stop | undefined) => {
    if (stop) void navigate(stop.path)
  }
  useKeys('This record', [
    ...(place?.previous ? [{ key: '[', label: 'The one before', run: () => go(place.previous) }] : []),
    ...(place?.next ? [{ key: ']', label: 'The next one', run: () => go(place.next) }] : []),
  ])
  if (!place || place.count < 2) return null
  return (
    <nav aria-label="List" className={styles.pager} data-noprint>
      <Way stop={place.previous} words="Previous" sign="[" />
      <span>
        {place.at} of {place.count}
      </span>
      <Way stop={place.next} words="Next" sign="]" />
    </nav>
  )
}

const Way = ({ stop, words, sign }: { stop: Stop | undefined; words: string; sign: string }) =>
  stop && (
    <Link to={stop.path} aria-label={`${words}: ${stop.label}`} title={`${words}: ${stop.label}`}>
      <kbd>{sign}</kbd>
    </Link>
  )
