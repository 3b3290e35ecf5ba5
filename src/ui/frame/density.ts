import { useSyncExternalStore } from 'react'

const STORED = 'rooftree-roomy'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The measured height of a row. It is cached, because measuring makes the browser compute the layout. */
let measured: number | null = null
const isRoomy = () => localStorage.getItem(STORED) === 'true'

/** Applies the row height that this browser remembers. It is called once, before the first screen. */
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
 * Returns whether rows of lists and worksheets are higher than usual, and the function that changes it. This
 * browser remembers the setting.
 */
export function useRoomy(): [roomy: boolean, toggle: () => void] {
  return [useSyncExternalStore(subscribe, isRoomy), toggleRoomy]
}

/** Measures the height of a row in pixels, which the style sheet sets as `--row-height`. */
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

/** Returns the height of a row in pixels, and renders again when it changes. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, rowHeight)
