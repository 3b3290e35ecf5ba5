import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isLoading, subscribeActivity } from '#kernel/web/activity.ts'
import {
  clearNoticesOnNavigation,
  currentNotices,
  dismissNotice,
  holdNotices,
  type Notice,
  notify,
  subscribeNotices,
} from '#kernel/web/notices.ts'
import { IconAlertTriangle, IconCheck, IconX } from './icons.ts'
import { useKeys } from './keys.ts'
import styles from './Notices.module.css'

const hold = () => holdNotices(true)
const release = () => holdNotices(false)

function undo(notice: Notice): void {
  dismissNotice(notice.id)
  release()
  notice.undo?.()
}

function NoticeCard({ notice }: { notice: Notice }) {
  const Icon = notice.kind === 'success' ? IconCheck : IconAlertTriangle
  return (
    <div className={styles.notice} data-kind={notice.kind}>
      <Icon size={18} aria-hidden />
      <span>{notice.text}</span>
      {notice.undo && (
        <button
          type="button"
          className={styles.undo}
          onFocus={hold}
          onBlur={release}
          onClick={() => undo(notice)}
        >
          Undo <kbd>u</kbd>
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onFocus={hold}
        onBlur={release}
        onClick={() => {
          dismissNotice(notice.id)
          release()
        }}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}

/**
 * Shows the messages of {@link notify} at the bottom of the page (UI-01): successes in a `status` region,
 * warnings and errors in an `alert`. The timer pauses while the pointer or the focus is on a notice. The
 * shell renders it once.
 */
export function Notices() {
  const notices = useSyncExternalStore(subscribeNotices, currentNotices)
  const { pathname } = useLocation()
  useEffect(() => clearNoticesOnNavigation(pathname), [pathname])
  const undoable = notices.findLast((notice) => notice.undo)
  useKeys(
    'Everywhere',
    undoable ? [{ key: 'u', label: `Undo: ${undoable.text}`, run: () => undo(undoable) }] : [],
  )
  const successes = notices.filter((notice) => notice.kind === 'success')
  const problems = notices.filter((notice) => notice.kind !== 'success')
  return (
    <div className={styles.stack} data-noprint onPointerEnter={hold} onPointerLeave={release}>
      <div role="alert">
        {problems.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status">
        {successes.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
    </div>
  )
}

/**
 * A thin bar at the top of the page while requests are running and for 1000 ms after the last one (UI-02). It
 * blocks nothing. The shell renders it once.
 */
export function LoadingBar() {
  const loading = useSyncExternalStore(subscribeActivity, isLoading)
  return (
    <div className={styles.progress} data-noprint data-loading={loading} role="status">
      {loading && <span className="visually-hidden">Loading</span>}
    </div>
  )
}
