import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { IconBell } from '#ui/frame/icons.ts'
import { getUnreadTaskMessageCount } from '../model/calls.ts'
import styles from './messages.module.css'

/** The link to the user's messages, with the number of unread ones, which updates automatically. */
export function MessageBell() {
  const { data: unread = 0 } = useQuery(buildCallQuery(getUnreadTaskMessageCount, {}))
  return (
    <Link
      to="/Messages"
      className={styles.bell}
      aria-label={`Messages, ${plural(unread, 'unread message', 'unread messages')}`}
    >
      <IconBell size={20} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {unread > 0 && plural(unread, 'unread message', 'unread messages')}
      </span>
    </Link>
  )
}
