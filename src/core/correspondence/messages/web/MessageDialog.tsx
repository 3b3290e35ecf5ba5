import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { readTaskMessage, type TaskMessageLine } from '../model/calls.ts'
import { ComposeForm } from './ComposeForm.tsx'
import styles from './messages.module.css'

const time = (moment: string | null) => formatDate(moment, 'MM/DD/YYYY h:mm A')

/** The dialog with one message and a form to answer it. Opening it marks the message as read. */
export function MessageDialog({ message, onClose }: { message: TaskMessageLine; onClose: () => void }) {
  const read = useSend(readTaskMessage)
  const readOnly = useReadOnly()
  const [isAnswering, setIsAnswering] = useState(false)
  const { taskMessageId, incoming, readAt, url } = message
  // Messages from the portal have the reader as their writer, so an answer would reach no one.
  const fromPortal = message.userId === message.notifyUserId
  useEffect(() => {
    if (incoming && !readAt) void read({ params: { taskMessageId } }).catch(() => undefined)
  }, [read, taskMessageId, incoming, readAt])
  return (
    <Dialog opened onClose={onClose} title={message.taskName ?? 'Message'} size="lg">
      <Facts
        facts={[
          { label: 'From', value: message.fromName },
          { label: 'To', value: message.toName },
          { label: 'Property', value: message.propertyName },
          { label: 'Sent', value: time(message.sentAt) },
          { label: 'Read', value: time(readAt) || (incoming ? '' : 'Not yet') },
        ]}
      />
      <p className={styles.words}>{message.message}</p>
      <Group>
        {url && (
          <Button component={Link} to={url} variant="default" onClick={onClose}>
            Open what it is about
          </Button>
        )}
        {incoming && !fromPortal && !readOnly && !isAnswering && (
          <Button onClick={() => setIsAnswering(true)}>Answer</Button>
        )}
      </Group>
      {isAnswering && <ComposeForm about={message} to={message.userId} onSent={onClose} />}
    </Dialog>
  )
}
