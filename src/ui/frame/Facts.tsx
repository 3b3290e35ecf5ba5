import type { ReactNode } from 'react'
import styles from './Facts.module.css'
import { NotShown } from './NotShown.tsx'

/**
 * A label and its value; `wide` takes the whole line, for long text; `sum` is a figure that may stand
 * elsewhere; `line` stands in the header of the screen as room allows; `hidden` is a value that its reader
 * may not see.
 */
export type Fact = {
  label: string
  value: ReactNode
  wide?: boolean
  sum?: boolean
  line?: boolean
  hidden?: boolean
}

/**
 * Facts of a record as a list of definitions, in as many columns as fit. An empty value reads as a dash, so
 * that nobody takes it for a fault of the page. With `line` they stand one after another, as little high as
 * can be.
 */
export function Facts({ facts, line = false }: { facts: readonly Fact[]; line?: boolean }) {
  return (
    <dl className={styles.facts} data-line={line || undefined}>
      {facts.map(({ label, value, wide, hidden }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>
            {hidden ? <NotShown /> : value === null || value === undefined || value === '' ? '–' : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
