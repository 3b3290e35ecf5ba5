import { useMediaQuery } from '@mantine/hooks'
import {
  type CSSProperties,
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

/** A link of the breadcrumb. The screen itself is not one of them. */
export type Breadcrumb = { label: string; to: string }

/** The record of the address, such as its property, which the headers of all screens inside show. */
export type Place = {
  /** Used in the titles of screens; '' if there is none. */
  name: string
  /** The part of its banner that is shown in the header line. */
  banner?: ReactNode
  /** The part of its banner that is shown in the panel. */
  more?: ReactNode
}

export const RecordPlace = createContext<Place>({ name: '' })

/** The content of the header line of a screen. */
export type HeaderProps = {
  title: string
  breadcrumbs?: readonly Breadcrumb[]
  /**
   * The actions at the end of the line: messages, history, print, files. On a phone they are in the panel if
   * there are `facts`.
   */
  actions?: ReactNode
  /** The chips after the title, such as the status. */
  chips?: ReactNode
  /**
   * Facts of the record. Those with `line` are shown in the line if there is space, and all others in the
   * panel.
   */
  facts?: readonly Fact[]
  /** A remark about the record: a chip that opens over the content. */
  reason?: Reason | undefined
}

/**
 * The header of a screen, one line of 44 px with breadcrumb, title, status, facts and actions. Facts without
 * space are in the panel "Facts". In a narrow window the breadcrumb, the number of the property and the title
 * are cut, in this order. If that is not enough, the actions stand on a second line.
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
  const otherFacts = facts.filter((fact) => !inLine.slice(0, fit).includes(fact))
  const folded = phone && facts.length > 0
  return (
    <div className={styles.header} data-screen-header>
      <div className={styles.lead}>
        <Breadcrumbs steps={breadcrumbs} />
        <ScreenTitle title={title} tab={tab} record={record} />
        {chips && <div className={styles.chips}>{chips}</div>}
        {place.banner}
        {reason && <ReasonChip key={reason.memory} {...reason} />}
        <LineFacts facts={inLine} onFit={setFit} />
      </div>
      <div className={styles.end}>
        {(otherFacts.length > 0 || place.more || folded) && (
          <Opener label="Facts">
            {folded && <div className={styles.actions}>{actions}</div>}
            {otherFacts.length > 0 && <Facts facts={otherFacts} />}
            {place.more}
          </Opener>
        )}
        {actions && !folded && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

/** The facts in the line. Calls `onFit` with the number of facts that have space. */
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

/** The title of a screen. `record` is the name in the breadcrumb, which is added in print. */
function ScreenTitle({ title, tab, record }: { title: string; tab: string; record: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  // On the first page of a visit the focus does not move, so that "Skip to main content" comes first.
  const arrived = useRef(key === 'default' ? pathname : null)
  useLayoutEffect(() => {
    document.title = `${tab} · Rooftree`
  }, [tab])
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    // A person who began to type while the screen was loading, such as in the search box, goes on typing.
    if (document.activeElement?.matches('input, textarea, select')) return
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={styles.title}
      style={{ '--letters': title.length } as CSSProperties}
      title={tab}
      data-record={record}
    >
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
