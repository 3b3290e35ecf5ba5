import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { neighborsInOrder } from '../frame/recordOrder.ts'
import { getVisitedSince } from '../frame/visits.ts'

const getPath = (address: string): string => address.split('?', 1)[0]!

/**
 * Returns the index of the row that links to the last screen visited after this list. If that row is no
 * longer in the list, for example after a decision, it is the next one in the order. -1 if there is none.
 * @param paths the links of the rows, in their order
 * @param visited the screens visited after the list, the latest first
 */
export function rowToReturnTo(
  paths: readonly (string | undefined)[],
  visited: readonly string[],
  getNeighbors: (path: string) => readonly string[] = neighborsInOrder,
): number {
  const rows = paths.map((path) => path && getPath(path))
  const from = visited.find((path) => rows.includes(path))
  if (from !== undefined) return rows.indexOf(from)
  const near = visited.flatMap(getNeighbors).find((path) => rows.includes(getPath(path)))
  return near === undefined ? -1 : rows.indexOf(getPath(near))
}

/**
 * Like `rowToReturnTo`, but computed once when the list is first rendered.
 * @param always whether to do it also if the user did not come from this list, for example when a queue is
 * opened from a record that was opened from another screen
 */
export function useReturn(paths: () => readonly (string | undefined)[], always: boolean): number {
  const { pathname } = useLocation()
  const [index] = useState(() => {
    const { paths: visitedPaths, isBack } = getVisitedSince(pathname)
    return visitedPaths.length > 0 && (isBack || always) ? rowToReturnTo(paths(), visitedPaths) : -1
  })
  return index
}

/** Focuses the link of a row once, as soon as its page is rendered, and scrolls the row into view. */
export function useFocusOnRow(box: RefObject<HTMLElement | null>, index: number): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (index < 0 || isDone.current) return
    isDone.current = true
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const link = row?.querySelector<HTMLElement>('a')
    if (!row || !link) return
    link.focus({ preventScroll: true })
    const { top, bottom } = row.getBoundingClientRect()
    const isVisible = top >= 0 && bottom <= window.innerHeight && !isOutside(row, box.current)
    if (!isVisible) row.scrollIntoView({ block: 'center' })
  }, [box, index])
}

/**
 * Whether a row is outside of the visible part of its box. The head and the totals of the box count as
 * outside.
 */
function isOutside(row: HTMLElement, box: HTMLElement | null): boolean {
  if (!box) return false
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
  return inner.top < outer.top + inner.height || inner.bottom > outer.bottom - inner.height
}
