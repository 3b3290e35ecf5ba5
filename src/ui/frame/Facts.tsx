import type { ReactNode } from 'react'
import styles from './Facts.module.css'

/** A label and what stands beside it; `wide` takes the whole line, for long text. */
export type Fact = { label: string; value: ReactNode; wide?: boolean }

/**
 * Facts of a record as a list of definitions, in as many columns as fit. An empty value reads as a dash, so that
 * nobody takes it for a fault of the page.
 */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
