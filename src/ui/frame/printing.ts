import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/** The longest wait for the content of closed sections before printing, in milliseconds. */
const PATIENCE = 5000
const openers = new Set<() => void>()

/**
 * Opens a section that is loaded on demand before printing. `open` is called before the page is printed with
 * its own button or Ctrl P. The browser's menu does not wait for the content, so the print shows which parts
 * are missing (`NotOnPaper`). `open` is undefined once the section is open.
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

/** Opens all closed sections, waits until they are loaded, and prints the page. */
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
