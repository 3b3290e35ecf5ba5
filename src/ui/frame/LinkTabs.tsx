import { Link, useLocation } from 'react-router'
import styles from './LinkTabs.module.css'

/** A screen of a record: what it is called, where it stands, and where else. */
export type LinkTab = { label: string; to: string; also?: string }

/** The screens of one record next to each other; the one that stands open is marked. */
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
