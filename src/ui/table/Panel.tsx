import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useDismiss } from '../frame/useDismiss.ts'
import styles from './toolbar.module.css'

/**
 * A toolbar button and the panel that it opens. A popover from a library would double the code that a list
 * screen loads, only to place a box below a button.
 */
export function Panel({
  label,
  title,
  icon,
  side = 'end',
  brief = false,
  children,
}: {
  label: string
  title: string
  icon: ReactNode
  /** The edge of the button with which the panel is aligned. */
  side?: 'start' | 'end'
  /** Whether the button has only an icon, to save space. */
  brief?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useDismiss<HTMLDivElement>(open, (byEscape) => {
    setOpen(false)
    if (byEscape) button.current?.focus()
  })
  return (
    <div ref={box} className={styles.disclosure} data-side={side}>
      <Button
        ref={button}
        size="xs"
        variant="default"
        leftSection={icon}
        title={brief ? label : undefined}
        className={brief ? styles.brief : undefined}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <section aria-label={title} className={styles.panel}>
          {children}
        </section>
      )}
    </div>
  )
}
