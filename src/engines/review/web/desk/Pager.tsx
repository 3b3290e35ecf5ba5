import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '#kernel/model/formats.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { type Place, placeInOrder, type Stop, storeRecordOrder } from '#ui/frame/recordOrder.ts'
import type { AnyReview } from '../../model/review.ts'
import { openPath } from '../../model/review.ts'
import type { AnyDetail, Pages } from '../pages.ts'
import styles from './desk.module.css'

/** Links to the previous and next record of the list as it was last shown, with the keys [ and ]. */
export function Pager({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const navigate = useNavigate()
  const path = openPath(review, detail)
  const place = placeOnTab(pages, path)
  const isKnown = place !== null
  useEffect(() => {
    if (isKnown) storeRecordOrder()
  }, [isKnown])
  const go = (stop: Stop | undefined) => {
    // This replaces the current entry of the history, so that Back leads to the list.
    if (stop) void navigate(stop.path, { replace: true })
  }
  useKeys('This record', [
    ...(place?.previous ? [{ key: '[', label: 'The one before', run: () => go(place.previous) }] : []),
    ...(place?.next ? [{ key: ']', label: 'The next one', run: () => go(place.next) }] : []),
  ])
  if (!place || place.count < 2) return null
  return (
    <nav aria-label="List" className={styles.pager} data-noprint>
      <PagerLink stop={place.previous} words="Previous" sign="[" />
      <span>
        {formatNumber(place.at)} of {formatNumber(place.count)}
      </span>
      <PagerLink stop={place.next} words="Next" sign="]" />
    </nav>
  )
}

/** Returns the place of a record in its list. Links to its neighbors open the same tab as here. */
export function placeOnTab({ opens = (path) => path }: Pages, path: string): Place | null {
  const place = placeInOrder(path)
  const onTab = (stop: Stop | undefined) => stop && { ...stop, path: opens(stop.path) }
  return place && { ...place, previous: onTab(place.previous), next: onTab(place.next) }
}

const PagerLink = ({ stop, words, sign }: { stop: Stop | undefined; words: string; sign: string }) =>
  stop && (
    <Link to={stop.path} replace aria-label={`${words}: ${stop.label}`} title={`${words}: ${stop.label}`}>
      <kbd>{sign}</kbd>
    </Link>
  )
