import { useEffect, useRef } from 'react'

type Closable = { close: () => void }

/** The elements that Escape closes, in the order they were opened: the last one is on top. */
const open: Closable[] = []

/** Returns whether an element is open that Escape closes; then the key does not go to the screen below. */
export const isSomethingOpen = (): boolean => open.length > 0

/**
 * Closes the top element, unless the focused element handled the key: a list, a calendar, a cell that is
 * edited.
 */
function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  const top = open.at(-1)
  if (!top) return
  event.preventDefault()
  top.close()
}

/** While `isOpen`, Escape calls `close`, but only if nothing was opened on top of it since. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const entry: Closable = { close: () => latest.current() }
    // Listens on the window, which gets a key last, after the elements inside it.
    if (open.length === 0) window.addEventListener('keydown', closeTop)
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
      if (open.length === 0) window.removeEventListener('keydown', closeTop)
    }
  }, [isOpen])
}
