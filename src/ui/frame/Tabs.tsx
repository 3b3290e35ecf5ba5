import { type ReactNode, useId } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { moveFocus } from './rovingFocus.ts'
import styles from './Tabs.module.css'

/** A tab. `count` is the number of entries in it. */
export type Tab = { label: string; count?: number }

/**
 * A row of tabs above a panel (`children`). The arrow keys choose a tab. The address does not change. `value`
 * is the label of the chosen tab; with any other value no tab is chosen.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  /** The purpose of the tabs, for screen readers. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (label: string) => void
  children: ReactNode
}) {
  const id = useId()
  const position = tabs.findIndex((tab) => tab.label === value)
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        className={styles.tabs}
        onKeyDown={(event) => moveFocus(event)?.click()}
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            aria-selected={index === position}
            aria-controls={`${id}-panel`}
            tabIndex={index === Math.max(position, 0) ? 0 : -1}
            className={styles.tab}
            // In print only the chosen tab is shown.
            data-print={index === position || undefined}
            onClick={() => onChange(tab.label)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{formatNumber(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        {...(position < 0 ? {} : { 'aria-labelledby': `${id}-${position}` })}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  )
}
