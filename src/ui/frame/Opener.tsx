import { type ReactNode, useId, useRef, useState } from 'react'
import { IconChevronDown } from './icons.ts'
import styles from './Opener.module.css'
import type { ToneName } from './palette.ts'
import { useDismiss } from './useDismiss.ts'

/** What {@link Opener} needs. */
type OpenerProps = {
  /** The label of the button; a long one is cut with …. */
  label: ReactNode
  /** The content of the panel; on paper it is printed below the line. */
  children: ReactNode
  /** Colors the button as a chip. */
  tone?: ToneName
  /** Open from the start. */
  opened?: boolean
}

/**
 * A button in a line that opens a panel over the work below, so that the line stays a line. Escape, a click
 * elsewhere and the focus elsewhere close it. On paper, which cannot be opened, the panel is printed.
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
      <div id={id} className={styles.panel} hidden={!open}>
        {children}
      </div>
    </div>
  )
}
