import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

const KEPT = 'rooftree-navigation-folded'
const listeners = new Set<() => void>()
let desks = 0

function count(by: number): void {
  desks += by
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that a screen that works in two panes stands: it needs the room of the navigation. */
export function useDeskScreen(): void {
  useLayoutEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
}

/**
 * Whether the navigation is folded to icons, and what folds it. Kept in the browser, for screens of two panes by itself:
 * there it is folded at first where room is short.
 */
export function useFolded(): [folded: boolean, fold: (folded: boolean) => void] {
  const onDesk = useSyncExternalStore(subscribe, () => desks > 0)
  const isShort = useMediaQuery('(max-width: 100em)', undefined, { getInitialValueInEffect: false }) ?? false
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const place = onDesk ? `${KEPT} desk` : KEPT
  const [, setChanged] = useState(0)
  const kept = localStorage.getItem(place)
  const fold = (folded: boolean) => {
    localStorage.setItem(place, String(folded))
    setChanged((times) => times + 1)
  }
  return [!isNarrow && (kept === null ? onDesk && isShort : kept === 'true'), fold]
}
