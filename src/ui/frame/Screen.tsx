import { Button } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#kernel/web/api.ts'
import { IconAlertTriangle } from './icons.ts'
import styles from './Screen.module.css'
import { type HeaderProps, RecordPlace, ScreenHeader } from './ScreenHeader.tsx'

/** Joins "Blue Ridge" and "Contacts" as "Blue Ridge, contacts"; words in capitals stay unchanged. */
const getTitle = (record: string, title: string): string =>
  record
    ? `${record}, ${/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
    : title

/**
 * The frame of every screen: one line with breadcrumb, title, status, facts and actions (see `HeaderProps`),
 * a banner if there is one, and the content. The title of the browser tab names the record, which is `of` or
 * that of the address. The heading names it only if the breadcrumb does not. After a navigation the focus is
 * on the title, so that a screen reader announces the screen.
 */
export function Screen({
  of,
  banner,
  children,
  ...header
}: HeaderProps & {
  /** The name of the record that the screen shows; '' if the title already names it. */
  of?: string
  banner?: ReactNode
  children?: ReactNode
}) {
  const { name } = use(RecordPlace)
  const record = of ?? name
  const tab = getTitle(record, header.title)
  const isInBreadcrumbs = header.breadcrumbs?.some(({ label }) => label === record)
  return (
    <div className={styles.screen}>
      <ScreenHeader
        {...header}
        title={isInBreadcrumbs ? header.title : tab}
        tab={tab}
        {...(isInBreadcrumbs && { record })}
      />
      {banner}
      {children}
    </div>
  )
}

/** Shown while a screen loads: gray bars in the shape of a title, a toolbar and `rows` lines. */
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
 * Shown instead of a screen that failed: the message of `error` (any thrown value) and a button. A failure
 * can be retried. After a refusal of the server the button goes back, because trying again would not help.
 */
export function ScreenError({ error, retry }: { error: unknown; retry?: () => void }) {
  const navigate = useNavigate()
  const message = error instanceof Error && error.message ? error.message : 'The answer could not be read.'
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  // If the page was opened by a link from elsewhere, there is no previous page.
  const errorWay = error instanceof ApiError ? error.way : null
  const back = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <Screen title={refused ? 'This page cannot be opened now' : 'This page could not be loaded'} of="">
      <div role="alert" className={styles.problem}>
        <IconAlertTriangle size={20} aria-hidden />
        <p>{message}</p>
      </div>
      <div>
        {errorWay && (
          <Button component={Link} to={errorWay.to} mr="xs">
            {errorWay.label}
          </Button>
        )}
        {refused ? (
          <Button variant={errorWay ? 'default' : 'filled'} onClick={back}>
            Go back
          </Button>
        ) : (
          retry && <Button onClick={retry}>Try again</Button>
        )}
      </div>
    </Screen>
  )
}

/** The page for an address that does not exist. */
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

/** Shown if there are no entries yet, with the action that creates the first one. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
