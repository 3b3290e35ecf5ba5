import { useEffect, useRef } from 'react'

type Closable = { close: () => void }

/** What Escape closes, in the order it was opened: the last one stands on top. */
const open: Closable[] = []

/** Whether something stands open that Escape closes; then the key is not the screen's below. */
export const isSomethingOpen = (): boolean => open.length > 0

/**
 * Closes what is on top, unless what has the focus took the key: a list, a calendar, a cell that is edited.
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
    // The window hears a key last: what is inside has had its turn.
    if (open.length === 0) window.addEventListener('keydown', closeTop)
    open.push(entry)
    return () => {
      open.splice(open.indexOf(entry), 1)
      if (open.length === 0) window.removeEventListener('keydown', closeTop)
    }
  }, [isOpen])
}
