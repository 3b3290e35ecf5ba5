import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/** Longest wait for what closed sections fetch before the page is printed, in milliseconds. */
const PATIENCE = 5000
const openers = new Set<() => void>()

/**
 * Opens a section that is fetched on demand for printing, too: `open` is called before the page is printed by
 * its own button or by Ctrl P, so that its content is loaded. The browser's menu does not wait: there the
 * paper shows which parts are missing (`NotOnPaper`). Undefined once it is open.
 */
export function useOpenForPrint(open: (() => void) | undefined): void {
  useEffect(() => {
    if (!open) return
    if (openers.size === 0) listen(true)
    openers.add(open)
    return () => {
      openers.delete(open)
      if (openers.size === 0) listen(false)
    }
  }, [open])
}

function listen(on: boolean): void {
  const change = on ? window.addEventListener.bind(window) : window.removeEventListener.bind(window)
  change('keydown', onKey as EventListener)
}

function openAll(): void {
  flushSync(() => {
    for (const open of openers) open()
  })
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  printPage()
}

/** Prints the page with what its closed sections hold, once that is there. */
export function printPage(): void {
  openAll()
  const since = performance.now()
  const whenThere = () => {
    const waits = document.querySelector('main [aria-busy=true]') !== null
    if (waits && performance.now() - since < PATIENCE) requestAnimationFrame(whenThere)
    else window.print()
  }
  requestAnimationFrame(whenThere)
}
