import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigationType } from 'react-router'
import { useRowHeight } from '#ui/frame/density.ts'

/** The estimated height of a card in pixels. The exact height is measured. */
const cardHeight = 108

/** From this number of rows on, only the visible rows are rendered, and the table scrolls itself. */
export const windowedFrom = 41

/** The maximal height of the table in pixels, so that it never shows more than 60 rows. */
const tallest = 1180

/** A row to render and the empty space before it, in pixels. */
export type WindowRow = { index: number; gap: number }

/** Whether the page is being printed. It must then contain every row. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints right after this event, so the rows must be rendered synchronously.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}

/**
 * Returns the height with which a table ends at the bottom of the viewport, or 80 % of it if it begins far
 * down.
 */
export function useFillHeight(box: RefObject<HTMLElement | null>, maximum: 'fill' | number): number {
  const [height, setHeight] = useState(640)
  useLayoutEffect(() => {
    const measure = () => {
      const top = (box.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      const remaining = window.innerHeight - top - 16
      const fill = remaining < 320 ? window.innerHeight * 0.8 : remaining
      setHeight(Math.min(maximum === 'fill' ? fill : maximum, tallest))
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [box, maximum])
  return height
}

/** Stores the scroll position under `key`. Going back restores it, but a new visit does not. */
function useStoredScroll(box: RefObject<HTMLElement | null>, key: string | null, returns: boolean): number {
  const back = useNavigationType() === 'POP' || returns
  const [start] = useState(() => (back && key ? Number(sessionStorage.getItem(key) ?? 0) : 0))
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !key) return
    if (start > 0) element.scrollTop = start
    let timer: ReturnType<typeof setTimeout> | undefined
    const storePosition = () => {
      timer = undefined
      sessionStorage.setItem(key, String(Math.round(element.scrollTop)))
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(storePosition, 150)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      if (timer === undefined) return
      // The position is stored also if the user leaves right after scrolling.
      clearTimeout(timer)
      storePosition()
    }
  }, [box, key, start])
  return start
}

/** The rendered part of a table: the visible rows, the space below them, and the row with the focus. */
export type RowWindow = {
  rows: readonly WindowRow[]
  rest: number
  /** Measures a row whose height depends on its text. */
  measure: (row: Element | null) => void
  /** The index of the row with the focus, or -1. The table updates it. */
  focused: RefObject<number>
}

/**
 * Returns the rows to render. The row with the focus remains rendered when it scrolls away, because otherwise
 * the keyboard would lose its position.
 */
export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  {
    count,
    height,
    key,
    all,
    cards,
    returnTo,
  }: { count: number; height: number; key: string | null; all: boolean; cards: boolean; returnTo: number },
): RowWindow {
  const start = useStoredScroll(box, key, returnTo >= 0)
  // The row to which the focus returns is always rendered, so that it can receive the focus.
  const focused = useRef(returnTo)
  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range)
    const current = focused.current
    if (current < 0 || current >= range.count || indexes.includes(current)) return indexes
    return [...indexes, current].sort((number, other) => number - other)
  }, [])
  const rowHeight = useRowHeight()
  const virtualizer = useVirtualizer({
    count,
    enabled: !all,
    getScrollElement: () => box.current,
    estimateSize: () => (cards ? cardHeight : rowHeight),
    overscan: 6,
    initialOffset: start,
    initialRect: { width: 1000, height },
    rangeExtractor,
  })
  const laidOut = useRef(rowHeight)
  useLayoutEffect(() => {
    if (laidOut.current === rowHeight) return
    laidOut.current = rowHeight
    virtualizer.measure()
  }, [rowHeight, virtualizer])
  const measure = virtualizer.measureElement
  if (all)
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
      rest: 0,
      measure,
      focused,
    }
  let end = 0
  const rows = virtualizer.getVirtualItems().map((item): WindowRow => {
    const gap = item.start - end
    end = item.end
    return { index: item.index, gap }
  })
  return { rows, rest: virtualizer.getTotalSize() - end, measure, focused }
}
