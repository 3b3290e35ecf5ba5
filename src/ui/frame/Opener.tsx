import { type ReactNode, useId, useRef, useState } from 'react'
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
 * A button in a line that opens a panel below the button, over the content. Escape, a click elsewhere, and
 * moving the focus elsewhere close it. In print the panel is always shown.
 */
export function Opener({ label, children, tone, opened = false }: OpenerProps) {
  const id = useId()
  const [open, setOpen] = useState(opened)
  const button = useRef<HTMLButtonElement>(null)
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
      <div ref={open ? placePanel : null} id={id} className={styles.panel} hidden={!open}>
        {children}
      </div>
    </div>
  )
}

/**
 * Aligns a panel with the left edge of its button, or with the right edge if it would not fit there, but
 * never begins it left of the line; again when the window changes its size.
 */
function placePanel(panel: HTMLElement | null) {
  const place = () => {
    const line = panel?.offsetParent?.getBoundingClientRect()
    if (!panel || !line) return
    const { left, right } = panel.previousElementSibling!.getBoundingClientRect()
    const width = panel.offsetWidth
    const start = left + width > line.right ? Math.max(right - width, line.left) : left
    panel.style.left = `${start - line.left}px`
  }
  place()
  window.addEventListener('resize', place)
  return () => window.removeEventListener('resize', place)
}
