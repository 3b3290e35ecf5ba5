import { type ComponentType, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { IconChevronRight } from './icons.ts'
import styles from './Shell.module.css'

/** A destination of the navigation; `below` are the paths under which the screens lie that are reached from it. */
type NavigationItem = { label: string; to: string; below?: readonly string[]; badge?: ComponentType }

/** A section of the navigation; it opens and closes as one. Without a name its items always stand. */
export type NavigationGroup = { label: string; items: readonly NavigationItem[] }

const storageKey = 'rooftree-navigation'

function readOpen(): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {} // Unreadable memory of opened sections is worth nothing; all start as they would for a new user.
  }
}

/** Whether a screen is this destination, or lies below it. */
function placeOf({ to, below = [] }: NavigationItem, pathname: string): 'page' | 'true' | undefined {
  if (matchPath({ path: to, end: to === '/' }, pathname)) return 'page'
  return below.some((path) => matchPath({ path, end: false }, pathname)) ? 'true' : undefined
}

/**
 * The navigation of the shell; `open` matters only where it is narrow. The section of the present screen is open; others as the user left them, which is kept
 * in local storage.
 */
export function Navigation({ groups, open }: { groups: readonly NavigationGroup[]; open: boolean }) {
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState(readOpen)
  const choose = (label: string, next: boolean) => {
    const all = { ...chosen, [label]: next }
    setChosen(all)
    localStorage.setItem(storageKey, JSON.stringify(all))
  }
  return (
    <nav id="navigation" aria-label="Main" className={styles.navigation} data-open={open} data-noprint>
      {groups.map((group) =>
        group.label === '' ? (
          <Items key="" items={group.items} pathname={pathname} />
        ) : (
          <Section
            key={group.label}
            group={group}
            pathname={pathname}
            open={chosen[group.label] ?? group.items.some((item) => placeOf(item, pathname))}
            onToggle={(next) => choose(group.label, next)}
          />
        ),
      )}
    </nav>
  )
}

function Section({
  group,
  pathname,
  open,
  onToggle,
}: {
  group: NavigationGroup
  pathname: string
  open: boolean
  onToggle: (next: boolean) => void
}) {
  const id = `navigation-${group.label.replaceAll(/\W+/g, '-').toLowerCase()}`
  return (
    <section>
      <button
        type="button"
        className={styles.section}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(!open)}
      >
        {group.label}
        <IconChevronRight size={16} aria-hidden />
      </button>
      <Items id={id} hidden={!open} items={group.items} pathname={pathname} />
    </section>
  )
}

type ItemsProps = { items: readonly NavigationItem[]; pathname: string; id?: string; hidden?: boolean }

function Items({ items, pathname, ...list }: ItemsProps) {
  return (
    <ul {...list} className={styles.items}>
      {items.map((item) => (
        <li key={item.to}>
          <Link to={item.to} aria-current={placeOf(item, pathname)} className={styles.item}>
            {item.label}
            {item.badge && <item.badge />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
