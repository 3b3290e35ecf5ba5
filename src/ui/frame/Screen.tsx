import { Button } from '@mantine/core'
import { createContext, Fragment, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiError } from '#kernel/web/api.ts'
import { IconAlertTriangle } from './icons.ts'
import styles from './Screen.module.css'

/** One step of the way to a screen; the last, the screen itself, is not among them. */
export type Breadcrumb = { label: string; to: string }

/** The name of the record that the address is about, such as its property; screens below name it in their titles. */
export const RecordName = createContext('')

/** "Blue Ridge" and "Contacts" as "Blue Ridge, contacts"; what is written in capitals stays so. */
const titleOf = (record: string, title: string): string =>
  record ? `${record}, ${/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}` : title

/**
 * The frame of every screen: its title (also the title of the document, "<title> · Rooftree"), the way to it, the
 * actions to its right, a banner (such as the property's) below. A title names its record, `of` or that of the address,
 * so that tabs of the browser can be told apart. After a navigation the focus stands on the title, so that a screen
 * reader says where one is.
 */
export function Screen({
  title,
  of,
  actions,
  banner,
  breadcrumbs,
  children,
}: {
  title: string
  /** The name of the record the screen shows; '' where the title names it. */
  of?: string
  actions?: ReactNode
  banner?: ReactNode
  breadcrumbs?: readonly Breadcrumb[]
  children?: ReactNode
}) {
  const named = use(RecordName)
  return (
    <div className={styles.screen}>
      {breadcrumbs && breadcrumbs.length > 0 && <Breadcrumbs steps={breadcrumbs} />}
      <div className={styles.heading}>
        <ScreenTitle title={titleOf(of ?? named, title)} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {banner}
      {children}
    </div>
  )
}

function ScreenTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  // The first page of a visit keeps the browser's own start of focus, so that "Skip to main content" comes first.
  const arrived = useRef(key === 'default' ? pathname : null)
  useLayoutEffect(() => {
    document.title = `${title} · Rooftree`
  }, [title])
  useEffect(() => {
    if (arrived.current === pathname) return
    arrived.current = pathname
    heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h1>
  )
}

function Breadcrumbs({ steps }: { steps: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumbs} data-noprint>
      {steps.map((step, index) => (
        <Fragment key={step.to}>
          {index > 0 && <span aria-hidden>/</span>}
          <Link to={step.to}>{step.label}</Link>
        </Fragment>
      ))}
    </nav>
  )
}

/** What stands while a screen loads: gray bars in the shape of a title, a toolbar and `rows` lines. */
export function ScreenSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={styles.screen} aria-busy="true">
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <div className={styles.bar} data-size="title" />
      <div className={styles.bar} data-size="toolbar" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.bar} />
      ))}
    </div>
  )
}

/**
 * What stands instead of a screen: the message of `error` (any thrown value), and a way on. What failed may be tried
 * again; what the server refused would be refused again, so the way is back.
 */
export function ScreenError({ error, retry }: { error: unknown; retry?: () => void }) {
  const navigate = useNavigate()
  const message = error instanceof Error && error.message ? error.message : 'The answer could not be read.'
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  // Who came by a link from elsewhere has nothing behind them.
  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <Screen title={refused ? 'This page cannot be opened now' : 'This page could not be loaded'} of="">
      <div role="alert" className={styles.problem}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>{message}</p>
      </div>
      <div>
        {refused ? <Button onClick={back}>Go back</Button> : retry && <Button onClick={retry}>Try again</Button>}
      </div>
    </Screen>
  )
}

/** The page of an address that leads nowhere. */
export function NotFound() {
  return (
    <Screen title="Page not found" of="">
      <p className={styles.text}>The address may be mistyped, or the page may have moved.</p>
      <p className={styles.text}>
        <Link to="/">Go to the start page</Link>
      </p>
    </Screen>
  )
}

/** What stands where there is nothing yet, with the way to make the first one. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
