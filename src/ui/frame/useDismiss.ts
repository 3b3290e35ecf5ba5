import { useEffect, useRef } from 'react'

/**
 * Closes something that was disclosed: on Escape, on a click elsewhere, and when the focus moves elsewhere. The ref
 * goes on the element that holds both the button and what it discloses; `onClose` hears whether Escape was the cause,
 * for then the focus belongs back on the button.
 */
export function useDismiss<Box extends HTMLElement>(open: boolean, onClose: (byEscape: boolean) => void) {
  const box = useRef<Box>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!open) return
    const outside = (target: EventTarget | null) => target instanceof Node && !box.current?.contains(target)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current(true)
    }
    const onPointer = (event: PointerEvent) => {
      if (outside(event.target)) close.current(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (outside(event.target)) close.current(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('focusin', onFocus)
    }
  }, [open])
  return box
}
