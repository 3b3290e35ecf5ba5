import { VisuallyHidden } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import styles from './Shell.module.css'
import { useDismiss } from './useDismiss.ts'

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

/**
 * An entry of the navigation. On screens whose paths begin with one of `below`, it is marked, too.
 */
type NavigationItem = {
  label: string
  to: string
  below?: readonly string[]
  badge?: ComponentType
  /** The icon on the rail, if its group has no name. */
  icon?: Icon | undefined
}

/**
 * A section of the navigation, which opens and closes. The items of a section without a name are always
 * shown.
 */
export type NavigationGroup = {
  label: string
  /** A short form of its name for the rail. */
  short?: string
  items: readonly NavigationItem[]
  icon?: Icon
}

/** Whether the navigation is folded to a rail of icons, and the function that folds or unfolds it. */
export type Folding = { folded: boolean; fold: (folded: boolean) => void }

const storageKey = 'rooftree-navigation'

function readOpen(): Record<string, boolean> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, boolean>) : {}
  } catch {
    return {} // If the stored value is unreadable, all sections start as for a new user.
  }
}

/** Returns the `aria-current` of an entry: `page` on its own screen, and `true` on screens below it. */
function getPlace({ to, below = [] }: NavigationItem, pathname: string): 'page' | 'true' | undefined {
  if (matchPath({ path: to, end: to === '/' }, pathname)) return 'page'
  return below.some((path) => matchPath({ path, end: false }, pathname)) ? 'true' : undefined
}

/**
 * The navigation of the shell. `open` matters only on a phone. The section of the current screen is open.
 * Other sections are as the user left them, which is remembered in local storage.
 */
export function Navigation({
  groups,
  open,
  folded,
  fold,
}: { groups: readonly NavigationGroup[]; open: boolean } & Folding) {
  const { pathname } = useLocation()
  const [selected, setSelected] = useState(readOpen)
  const choose = (label: string, next: boolean) => {
    const all = { ...selected, [label]: next }
    setSelected(all)
    localStorage.setItem(storageKey, JSON.stringify(all))
  }
  return (
    <nav id="navigation" aria-label="Main" className={styles.navigation} data-open={open} data-noprint>
      {groups.map((group) =>
        folded && group.label === '' ? (
          group.items.map((item) => <RailLink key={item.to} item={item} pathname={pathname} />)
        ) : folded ? (
          <FoldedSection key={group.label} group={group} pathname={pathname} />
        ) : group.label === '' ? (
          <Items key="" items={group.items} pathname={pathname} />
        ) : (
          <Section
            key={group.label}
            group={group}
            pathname={pathname}
            open={selected[group.label] ?? group.items.some((item) => getPlace(item, pathname))}
            onToggle={(next) => choose(group.label, next)}
          />
        ),
      )}
      <button
        type="button"
        className={styles.fold}
        title={folded ? 'Show the whole menu' : 'Show the menu as a rail'}
        aria-label={folded ? 'Show the whole menu' : 'Show the menu as a rail'}
        onClick={() => fold(!folded)}
      >
        {folded ? <IconChevronRight size={20} aria-hidden /> : <IconChevronLeft size={20} aria-hidden />}
      </button>
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

/** Shows a destination or section on the rail: its icon above its name, or above the start of the name. */
function RailSign({
  icon: Icon,
  label,
  short = label,
}: {
  icon?: Icon | undefined
  label: string
  short?: string
}) {
  return (
    <>
      {Icon ? <Icon size={20} aria-hidden /> : <span aria-hidden>{label.charAt(0)}</span>}
      <span>
        {/* Screen readers always get the whole name. */}
        {label === short ? (
          label
        ) : (
          <>
            <span aria-hidden>{short}</span>
            <VisuallyHidden component="span">{label}</VisuallyHidden>
          </>
        )}
      </span>
    </>
  )
}

function RailLink({ item, pathname }: { item: NavigationItem; pathname: string }) {
  return (
    <Link to={item.to} aria-current={getPlace(item, pathname)} className={styles.rail} title={item.label}>
      <RailSign icon={item.icon} label={item.label} />
      {item.badge && <item.badge />}
    </Link>
  )
}

/** A section on the rail, which opens its entries next to it, over the screen. */
function FoldedSection({ group, pathname }: { group: NavigationGroup; pathname: string }) {
  const { label, short, icon, items } = group
  const button = useRef<HTMLButtonElement>(null)
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const box = useDismiss<HTMLElement>(open, (byEscape) => {
    setOpenOn(null)
    if (byEscape) button.current?.focus()
  })
  const here = items.some((item) => getPlace(item, pathname))
  return (
    <section ref={box}>
      <button
        ref={button}
        type="button"
        className={styles.rail}
        title={label}
        data-here={here || undefined}
        aria-expanded={open}
        onClick={() => setOpenOn(open ? null : pathname)}
      >
        <RailSign icon={icon} label={label} {...(short ? { short } : {})} />
      </button>
      {open && (
        <div className={styles.flyout}>
          <h2>{label}</h2>
          <Items items={items} pathname={pathname} />
        </div>
      )}
    </section>
  )
}

type ItemsProps = { items: readonly NavigationItem[]; pathname: string; id?: string; hidden?: boolean }

function Items({ items, pathname, ...list }: ItemsProps) {
  return (
    <ul {...list} className={styles.items}>
      {items.map((item) => (
        <li key={item.to}>
          <Link to={item.to} aria-current={getPlace(item, pathname)} className={styles.item}>
            {item.label}
            {item.badge && <item.badge />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
