import { useMemo, useState } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getMailList, MAX_LISTED_MAILS, type MailLine, mailStates } from '../model/calls.ts'
import { MailDialog } from './MailDialog.tsx'
import styles from './mails.module.css'

const stateTones: Record<MailLine['state'], ToneName> = {
  Sent: 'green',
  Stored: 'blue',
  Waiting: 'gray',
  Failed: 'yellow',
  'Not sent': 'red',
}

const col = columns<MailLine>()
const createdColumn = col.moment('Written', (mail) => mail.createdAt, { width: 160 })
const sharedColumns = [
  col.text('To', (mail) => mail.recipients.map((recipient) => recipient.name || recipient.email).join(', '), {
    width: 240,
  }),
  col.chip(
    'State',
    (mail) => mail.state,
    (mail) => stateTones[mail.state],
    { width: 95 },
  ),
  col.text('Event', (mail) => mail.event, { width: 160, lesser: true }),
  col.moment('Sent', (mail) => mail.sentAt, { width: 160 }),
  col.number('Attempts', (mail) => mail.attempts, { width: 90 }),
  col.text('Last error', (mail) => mail.lastError, { width: 260, lesser: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  ...mailStates.map((state) => ({ label: state, match: (mail: MailLine) => mail.state === state })),
]

/** The tab with the latest mails of the portal and their state. */
export default function Mails() {
  const rows = useCall(getMailList, {})
  const [openMailId, setOpenMailId] = useState<number | null>(null)
  const columns = useMemo(
    () => [
      createdColumn,
      col.button(
        'Subject',
        (mail) => mail.subject,
        (mail) => setOpenMailId(mail.outboxId),
        { width: 320 },
      ),
      ...sharedColumns,
    ],
    [],
  )
  return (
    <>
      <h2>Mail</h2>
      <p className={styles.note}>
        Stored: no mail server is configured, so the mail waits here. The newest {MAX_LISTED_MAILS} are
        listed.
      </p>
      <DataTable
        caption="Mail"
        rows={rows}
        columns={columns}
        rowKey={(mail) => mail.outboxId}
        tabs={tabs}
        csvName="mail"
        empty="No mail has been written yet."
      />
      {openMailId !== null && <MailDialog outboxId={openMailId} onClose={() => setOpenMailId(null)} />}
    </>
  )
}
