import { useEffect, useRef } from 'react'
import { useEscape } from './escape.ts'

/**
 * Closes an opened element on Escape, on a click elsewhere, and when the focus moves elsewhere. The returned
 * ref belongs on the element around both the button and the opened content. `onClose` gets whether Escape was
 * the cause, because then the focus must return to the button.
 */
export function useDismiss<Box extends HTMLElement>(open: boolean, onClose: (byEscape: boolean) => void) {
  const box = useRef<Box>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEscape(open, () => close.current(true))
  useEffect(() => {
    if (!open) return
    const outside = (target: EventTarget | null) => target instanceof Node && !box.current?.contains(target)
    const onPointer = (event: PointerEvent) => {
      if (outside(event.target)) close.current(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (outside(event.target)) close.current(false)
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onFocus)
    }
  }, [open])
  return box
}
