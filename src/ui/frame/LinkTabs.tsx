import { Link, useLocation } from 'react-router'
import styles from './LinkTabs.module.css'

/** A screen of a record: its label, its address, and another address that also counts as this screen. */
export type LinkTab = { label: string; to: string; also?: string }

/** Shows the screens of one record next to each other, with the open one marked. */
export function LinkTabs({
  tabs,
  label,
  current,
}: {
  tabs: readonly LinkTab[]
  label: string
  current?: string
}) {
  const { pathname } = useLocation()
  const here = current ?? pathname
  return (
    <nav aria-label={label} className={styles.tabs} data-noprint>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.to === here || tab.also === here ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
