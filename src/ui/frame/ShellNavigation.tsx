import { type ComponentType, useRef, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import styles from './Shell.module.css'
import { useDismiss } from './useDismiss.ts'

/** A destination of the navigation; `below` are the paths under which the screens lie that are reached from it. */
type NavigationItem = { label: string; to: string; below?: readonly string[]; badge?: ComponentType }

/** A section of the navigation; it opens and closes as one. Without a name its items always stand. */
export type NavigationGroup = {
  label: string
  items: readonly NavigationItem[]
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
}

/** Whether the navigation is folded to an icon a section, and what folds and unfolds it. */
export type Folding = { folded: boolean; fold: (folded: boolean) => void }

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
export function Navigation({
  groups,
  open,
  folded,
  fold,
}: { groups: readonly NavigationGroup[]; open: boolean } & Folding) {
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
        folded ? (
          <FoldedSection key={group.label} group={group} pathname={pathname} />
        ) : group.label === '' ? (
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
      <button
        type="button"
        className={styles.fold}
        title={folded ? 'Unfold the menu' : 'Fold the menu to icons'}
        aria-label={folded ? 'Unfold the menu' : 'Fold the menu to icons'}
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

/** A section as an icon, that of one destination the way there, else what opens its destinations beside it. */
function FoldedSection({
  group: { label, items, icon: Icon },
  pathname,
}: {
  group: NavigationGroup
  pathname: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const box = useDismiss<HTMLElement>(open, (byEscape) => {
    setOpenOn(null)
    if (byEscape) button.current?.focus()
  })
  const here = items.some((item) => placeOf(item, pathname))
  const [only] = items
  const name = label || only?.label || ''
  const sign = (
    <>
      {Icon ? <Icon size={20} aria-hidden /> : <span aria-hidden>{name.charAt(0)}</span>}
      <span className="visually-hidden">{name}</span>
    </>
  )
  if (label === '' && only)
    return (
      <Link to={only.to} aria-current={placeOf(only, pathname)} className={styles.rail} title={name}>
        {sign}
        {only.badge && <only.badge />}
      </Link>
    )
  return (
    <section ref={box}>
      <button
        ref={button}
        type="button"
        className={styles.rail}
        title={name}
        data-here={here || undefined}
        aria-expanded={open}
        onClick={() => setOpenOn(open ? null : pathname)}
      >
        {sign}
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
          <Link to={item.to} aria-current={placeOf(item, pathname)} className={styles.item}>
            {item.label}
            {item.badge && <item.badge />}
          </Link>
        </li>
      ))}
    </ul>
  )
}
