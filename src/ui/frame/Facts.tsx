import type { ReactNode } from 'react'
import styles from './Facts.module.css'
import { HiddenValue } from './HiddenValue.tsx'

/**
 * A label and its value. `wide` uses the whole line, for long text. `sum` marks a figure that may be shown
 * elsewhere instead. `line` shows it in the header of the screen if there is space. `hidden` means that the
 * reader may not see the value.
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
 * Shows facts of a record as a definition list, in as many columns as fit. An empty value is a dash, so that
 * it does not look like a fault of the page. With `line` the facts follow each other in as little height as
 * possible.
 */
export function Facts({ facts, line = false }: { facts: readonly Fact[]; line?: boolean }) {
  return (
    <dl className={styles.facts} data-line={line || undefined}>
      {facts.map(({ label, value, wide, hidden }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>
            {hidden ? (
              <HiddenValue value={value} />
            ) : value === null || value === undefined || value === '' ? (
              '–'
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
