import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { neighborsInOrder } from '../frame/recordOrder.ts'
import { seenSince } from '../frame/visits.ts'

const getPath = (address: string): string => address.split('?', 1)[0]!

/**
 * The index of the row one comes back from: the row that leads to the screen seen last since this list was
 * left. Where that row is no longer in the list, such as after a decision, the next one of its order. -1
 * where one comes from none.
 * @param paths where the rows lead, in their order
 * @param seen the screens seen since the list was left, the latest first
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
 * As `rowToReturnTo`, found once as the list is drawn first.
 * @param always also where the list was not on this visit's way, as a queue is gone to from a record opened
 * elsewhere
 */
export function useReturn(paths: () => readonly (string | undefined)[], always: boolean): number {
  const { pathname } = useLocation()
  const [index] = useState(() => {
    const { paths: visitedPaths, isBack } = seenSince(pathname)
    return visitedPaths.length > 0 && (isBack || always) ? rowToReturnTo(paths(), visitedPaths) : -1
  })
  return index
}

/** Puts the focus once on the link of a row, as soon as its page is drawn, and brings the row into view. */
export function useFocusOnRow(box: RefObject<HTMLElement | null>, index: number): void {
  const refObject = useRef(false)
  useEffect(() => {
    if (index < 0 || refObject.current) return
    refObject.current = true
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const link = row?.querySelector<HTMLElement>('a')
    if (!row || !link) return
    link.focus({ preventScroll: true })
    const { top, bottom } = row.getBoundingClientRect()
    const isSeen = top >= 0 && bottom <= window.innerHeight && !isOutside(row, box.current)
    if (!isSeen) row.scrollIntoView({ block: 'center' })
  }, [box, index])
}

/**
 * Returns whether a row is outside of the visible part of its box; head and totals of the box count as
 * outside.
 */
function isOutside(row: HTMLElement, box: HTMLElement | null): boolean {
  if (!box) return false
  const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
  return inner.top < outer.top + inner.height || inner.bottom > outer.bottom - inner.height
}
