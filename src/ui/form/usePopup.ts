import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import css from './form.module.css'

/** The CSS class of every popup. */
export const popupLook = css.popup

const GAP = 4

/** A popup next to an input. */
export interface Popup<P extends HTMLElement> {
  opened: boolean
  open: () => void
  close: () => void
  popupRef: RefObject<P | null>
}

/** Positions the popup below its anchor, or above it if there is no space below. */
function place(anchor: HTMLElement, popup: HTMLElement, matchWidth: boolean): void {
  const box = anchor.getBoundingClientRect()
  if (matchWidth) popup.style.minWidth = `${box.width}px`
  const { offsetHeight: height, offsetWidth: width } = popup
  const below = box.bottom + GAP + height <= window.innerHeight
  const top = below || box.top < height + GAP ? box.bottom + GAP : box.top - GAP - height
  popup.style.top = `${top}px`
  popup.style.left = `${Math.max(GAP, Math.min(box.left, window.innerWidth - width - GAP))}px`
}

/**
 * Shows a popup in the browser's top layer, where it is not cut off. It remains next to its input in the
 * document, so that screen readers and dialogs find it. It closes when pointer or focus move elsewhere.
 */
export function usePopup<P extends HTMLElement>(
  anchorRef: RefObject<HTMLElement | null>,
  matchWidth = false,
): Popup<P> {
  const [isOpened, setIsOpened] = useState(false)
  const popupRef = useRef<P>(null)
  const open = useCallback(() => setIsOpened(true), [])
  const close = useCallback(() => setIsOpened(false), [])

  // It is shown before the effects of its content run, so that the content can take the focus.
  useLayoutEffect(() => {
    const [anchor, popup] = [anchorRef.current, popupRef.current]
    if (!isOpened || !anchor || !popup) return
    popup.showPopover()
    const follow = () => place(anchor, popup, matchWidth)
    follow()
    const size = new ResizeObserver(follow)
    size.observe(popup)
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!anchor.contains(target) && !popup.contains(target)) setIsOpened(false)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      size.disconnect()
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [isOpened, anchorRef, matchWidth])

  return { opened: isOpened, open, close, popupRef }
}
