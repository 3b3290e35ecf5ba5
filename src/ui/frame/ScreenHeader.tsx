import { useMediaQuery } from '@mantine/hooks'
import {
  createContext,
  Fragment,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router'
import { type Fact, Facts } from './Facts.tsx'
import { IconChevronLeft } from './icons.ts'
import { Opener } from './Opener.tsx'
import { type Reason, ReasonChip } from './ReasonChip.tsx'
import styles from './ScreenHeader.module.css'

/** One step of the way to a screen; the last, the screen itself, is not among them. */
export type Breadcrumb = { label: string; to: string }

/** The record that the address is about, such as its property; every screen below says it in its header. */
export type Place = {
  /** Used in the titles of screens; '' if there is none. */
  name: string
  /** The part of its banner in the line. */
  banner?: ReactNode
  /** The rest of the banner, behind the opener. */
  more?: ReactNode
}

export const RecordPlace = createContext<Place>({ name: '' })

/** The content of the one line above the content of the screen. */
export type HeaderProps = {
  title: string
  breadcrumbs?: readonly Breadcrumb[]
  /**
   * Right at the end: messages, history, print, files. Behind the opener on a phone, where the line has
   * `facts`.
   */
  actions?: ReactNode
  /** After the title: the state. */
  chips?: ReactNode
  /**
   * Facts of the record: those with `line` are shown in the line if there is room, all others are behind the
   * opener.
   */
  facts?: readonly Fact[]
  /** A remark about the record: a chip that opens over the content. */
  reason?: Reason | undefined
}

/**
 * The header of a screen, one line of 44 px: its breadcrumb, its title, state and facts, and its actions.
 * Facts without room are behind "Facts".
 */
export function ScreenHeader({
  title,
  tab = title,
  breadcrumbs = [],
  actions,
  chips,
  facts = [],
  reason,
  record,
}: HeaderProps & { tab?: string; record?: string }) {
  const place = use(RecordPlace)
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const inLine = phone ? [] : facts.filter(({ line }) => line)
  const [fit, setFit] = useState(inLine.length)
  const behind = facts.filter((fact) => !inLine.slice(0, fit).includes(fact))
  const folded = phone && facts.length > 0
  return (
    <div className={styles.header}>
      <Breadcrumbs steps={breadcrumbs} />
      <ScreenTitle title={title} tab={tab} record={record} />
      {chips && <div className={styles.chips}>{chips}</div>}
      {place.banner}
      {reason && <ReasonChip key={reason.memory} {...reason} />}
      <LineFacts facts={inLine} onFit={setFit} />
      {(behind.length > 0 || place.more || folded) && (
        <Opener label="Facts">
          {folded && <div className={styles.actions}>{actions}</div>}
          {behind.length > 0 && <Facts facts={behind} />}
          {place.more}
        </Opener>
      )}
      {actions && !folded && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** The facts of the line; says by `onFit` how many of them have room, from the first. */
function LineFacts({ facts, onFit }: { facts: readonly Fact[]; onFit: (fit: number) => void }) {
  const list = useRef<HTMLDListElement>(null)
  const [fit, setFit] = useState(facts.length)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const measure = () => {
      const all = [...box.children] as HTMLElement[]
      const room = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length
      const next = all[0] && all[0].offsetWidth > box.clientWidth ? 0 : room
      setFit(next)
      onFit(next)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  })
  return (
    <dl ref={list} className={styles.facts}>
      {facts.map(({ label, value }, index) => (
        <div key={label} data-over={index >= fit || undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `record` is the name in the breadcrumb, because paper has no breadcrumb. */
function ScreenTitle({ title, tab, record }: { title: string; tab: string; record: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  // The first page of a visit keeps the browser's own start of focus, so that "Skip to main content" comes
  // first.
  const arrived = useRef(key === 'default' ? pathname : null)
  useLayoutEffect(() => {
    document.title = `${tab} · Rooftree`
  }, [tab])
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title} title={tab} data-record={record}>
      {title}
    </h1>
  )
}

function Breadcrumbs({ steps }: { steps: readonly Breadcrumb[] }) {
  if (steps.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumbs} data-noprint>
      {steps.map((step) => (
        <Fragment key={step.to}>
          <Link to={step.to} title={step.label}>
            <IconChevronLeft size={20} aria-hidden />
            <span>{step.label}</span>
          </Link>
          <span aria-hidden>/</span>
        </Fragment>
      ))}
    </nav>
  )
}
