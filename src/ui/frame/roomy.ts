import { useSyncExternalStore } from 'react'

const STORED = 'rooftree-roomy'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Measured once for all rows: to measure makes the browser lay out the page. */
let measured: number | null = null
const isRoomy = () => localStorage.getItem(STORED) === 'true'

/** Draws rows as high as this browser remembers; called once, before the first screen. */
export const showRoomy = (): void => {
  document.documentElement.toggleAttribute('data-roomy', isRoomy())
  measured = null
}

function toggleRoomy(): void {
  localStorage.setItem(STORED, String(!isRoomy()))
  showRoomy()
  for (const listener of listeners) listener()
}

/**
 * Whether rows of lists and worksheets are higher than usual, and what changes it. One setting for both,
 * wherever it is changed; this browser remembers it.
 */
export function useRoomy(): [roomy: boolean, toggle: () => void] {
  return [useSyncExternalStore(subscribe, isRoomy), toggleRoomy]
}

/** The height of a row in pixels, as `--row-height` of the style sheet says it. */
function measureRow(): number {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; visibility: hidden; height: var(--row-height)'
  document.body.append(probe)
  const { height } = probe.getBoundingClientRect()
  probe.remove()
  return height
}

const rowHeight = (): number => {
  measured ??= measureRow()
  return measured
}

/** The height of a row in pixels, followed where a person changes it. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, rowHeight)
