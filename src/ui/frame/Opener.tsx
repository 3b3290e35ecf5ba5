import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconChevronDown } from './icons.ts'
import styles from './Opener.module.css'
import type { ToneName } from './palette.ts'
import { useDismiss } from './useDismiss.ts'

/** The props of {@link Opener}. */
type OpenerProps = {
  /** The label of the button; a long one is cut with …. */
  label: ReactNode
  /** The content of the panel; on paper it is printed below the line. */
  children: ReactNode
  /** The color of the button, which then looks like a chip. */
  tone?: ToneName
  /** Whether it is open at first. */
  opened?: boolean
}

/**
 * A button in a line that opens a panel below the button, over the content. Escape, a click elsewhere, and moving the
 * focus elsewhere close it. In print the panel is always shown.
 */
export function Opener({ label, children, tone, opened = false }: OpenerProps) {
  const id = useId()
  const [open, setOpen] = useState(opened)
  const button = useRef<HTMLButtonElement>(null)
  const panel = usePlacedPanel(open, button)
  const box = useDismiss<HTMLDivElement>(open, (byEscape) => {
    setOpen(false)
    if (byEscape) button.current?.focus()
  })
  return (
    <div ref={box} className={styles.opener} data-tone={tone}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-tone={tone}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        data-noprint
      >
        <span>{label}</span>
        <IconChevronDown size={14} aria-hidden />
      </button>
      <div ref={panel} id={id} className={styles.panel} hidden={!open}>
        {children}
      </div>
    </div>
  )
}

/** Keeps the open panel below its button when the window or the panel changes its size. */
function usePlacedPanel(open: boolean, button: RefObject<HTMLButtonElement | null>) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = panel.current
    if (!open || !box) return
    const observer = new ResizeObserver(() => placePanel(box, button.current!))
    for (const element of [box, document.body]) observer.observe(element)
    return () => observer.disconnect()
  }, [open, button])
  return panel
}

/**
 * Aligns the panel with the left edge of its button, or with the right edge if it would not fit there, but
 * never begins it left of the line.
 */
function placePanel(panel: HTMLElement, button: HTMLElement): void {
  const line = panel.offsetParent!.getBoundingClientRect()
  const { left, right } = button.getBoundingClientRect()
  const width = panel.offsetWidth
  const end = Math.max(line.right, line.left + width)
  panel.style.left = `${Math.max(line.left, left + width > end ? right - width : left) - line.left}px`
}
