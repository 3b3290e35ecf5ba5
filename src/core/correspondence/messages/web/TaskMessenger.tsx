import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { getTaskMessages, readTaskMessage } from '../model/calls.ts'
import { ComposeForm, type MessageSubject } from './ComposeForm.tsx'
import styles from './messages.module.css'

/**
 * Shows the messages between the user and others about a task or record of a property, with a form for a new
 * one. Messages that are shown are marked as read. Other modules use it with `url`, the path of their record.
 */
export function TaskMessenger({ about }: { about: MessageSubject & { propertyId: number } }) {
  const { propertyId, taskId, url } = about
  const { data: all } = useQuery(
    buildCallQuery(getTaskMessages, { query: { propertyId, taskId: taskId ?? 0 } }),
  )
  const data = useMemo(() => (all ?? []).filter((item) => !url || item.url === url), [all, url])
  const read = useSend(readTaskMessage)
  const readOnly = useReadOnly()
  const [sentCount, setSentCount] = useState(0)
  useEffect(() => {
    for (const { incoming, readAt, taskMessageId } of data)
      if (incoming && !readAt) void read({ params: { taskMessageId } }).catch(() => undefined)
  }, [data, read])
  return (
    <section aria-label="Messages">
      {data.length === 0 && <p>Nothing has been written about this yet.</p>}
      <ol className={styles.thread}>
        {data.toReversed().map((item) => (
          <li key={item.taskMessageId} data-mine={item.incoming ? undefined : true}>
            <p className={styles.by}>
              {item.fromName} to {item.toName} · {formatDate(item.sentAt, 'MM/DD/YYYY h:mm A')}
              {!item.incoming &&
                (item.readAt ? ` · read ${formatDate(item.readAt, 'MM/DD/YYYY h:mm A')}` : ' · not read yet')}
            </p>
            <p className={styles.words}>{item.message}</p>
          </li>
        ))}
      </ol>
      {!readOnly && <ComposeForm key={sentCount} about={about} onSent={() => setSentCount(sentCount + 1)} />}
    </section>
  )
}
