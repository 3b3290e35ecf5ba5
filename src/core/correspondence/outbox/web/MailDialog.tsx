import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Modal } from '#ui/frame/Modal.tsx'
import { getMail, LINK_PLACEHOLDER } from '../model/calls.ts'
import styles from './mails.module.css'

type Mail = Answer<typeof getMail>

const getNames = (mail: Mail, kind: 'to' | 'cc') =>
  mail.recipients
    .filter((recipient) => (recipient.kind ?? 'to') === kind)
    .map((recipient) => (recipient.name ? `${recipient.name} <${recipient.email}>` : recipient.email))
    .join('\n')
const time = (moment: string | null) => (moment ? formatDate(moment, 'MM/DD/YYYY h:mm A') : '')

/** The dialog with one mail: its recipients, state, text and attachments. */
export function MailDialog({ outboxId, onClose }: { outboxId: number; onClose: () => void }) {
  const { data: mail, error } = useQuery(buildCallQuery(getMail, { params: { id: outboxId } }))
  return (
    <Modal opened onClose={onClose} title={mail?.subject ?? 'Mail'} size="lg">
      {error && <p role="alert">{error.message}</p>}
      {mail && (
        <>
          <Facts
            facts={[
              { label: 'To', value: getNames(mail, 'to'), wide: true },
              ...(mail.recipients.some((recipient) => recipient.kind === 'cc')
                ? [{ label: 'Copy to', value: getNames(mail, 'cc'), wide: true }]
                : []),
              { label: 'State', value: mail.state },
              { label: 'Written', value: time(mail.createdAt) },
              { label: 'Sent', value: time(mail.sentAt) },
              ...(mail.attachments.length > 0
                ? [{ label: 'Attachments', value: mail.attachments.join(', '), wide: true }]
                : []),
              ...(mail.lastError ? [{ label: 'Last error', value: mail.lastError, wide: true }] : []),
            ]}
          />
          <p className={styles.text}>{mail.text}</p>
          {mail.state === 'Stored' && mail.text.includes(LINK_PLACEHOLDER) && (
            <Alert color="blue" role="note" mt="md">
              No mail server is set up, so this mail reaches nobody. On the server{' '}
              <code>npm run link -- USER</code> prints a link for an account.
            </Alert>
          )}
        </>
      )}
    </Modal>
  )
}
