import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { mailStates } from '#core/correspondence/outbox/model/index.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Modal } from '#ui/frame/Modal.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type EmailLine, getEmailLog, type LogLine, resendEmail } from '../model/calls.ts'
import styles from './mail.module.css'

const col = columns<EmailLine>()
const sharedColumns = [
  col.node('Progress', (line) => <Progress line={line} />, {
    width: 180,
    text: ({ sent, total }) => `${formatNumber(sent)} of ${formatNumber(total)}`,
  }),
  col.number('Recipients', (line) => line.total, { width: 105 }),
  col.number('Sent', (line) => line.sent, { width: 80 }),
  col.number('Waiting', (line) => line.waiting, { width: 90 }),
  col.number('Not sent', (line) => line.notSent, { width: 95 }),
  col.text('Template', (line) => line.templateName, { width: 200 }),
  col.number('Files', (line) => line.attachments, { width: 75 }),
  col.text('By', (line) => line.createdByName, { width: 160 }),
  col.moment('Written', (line) => line.createdAt, { width: 160 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Under way', match: (line: EmailLine) => line.waiting > 0 },
  { label: 'With failures', match: (line: EmailLine) => line.notSent > 0 },
]

/** The progress bar of a bulk mail, which updates automatically. */
function Progress({ line: { sent: sentCount, notSent, total } }: { line: EmailLine }) {
  const processed = sentCount + notSent
  return (
    <span className={styles.progress}>
      <progress
        max={Math.max(total, 1)}
        value={processed}
        aria-label={`${formatNumber(processed)} of ${formatNumber(total)} done`}
      />
      {formatNumber(processed)}/{formatNumber(total)}
    </span>
  )
}

/** The table of bulk mails with their progress. */
export function SentMails({ rows }: { rows: readonly EmailLine[] }) {
  const [openEmailId, setOpenEmailId] = useState<number | null>(null)
  const columns = useMemo(
    () => [
      col.button(
        'Subject',
        (line) => line.subject,
        (line) => setOpenEmailId(line.emailId),
        { width: 280 },
      ),
      ...sharedColumns,
    ],
    [],
  )
  const line = rows.find((row) => row.emailId === openEmailId)
  return (
    <>
      <DataTable
        caption="Mails to many"
        rows={rows}
        columns={columns}
        rowKey={(item) => item.emailId}
        tabs={tabs}
        csvName="mails-to-many"
        empty="Nothing has been sent to many yet."
      />
      {line && <LogDialog line={line} onClose={() => setOpenEmailId(null)} />}
    </>
  )
}

const tones: Record<LogLine['state'], ToneName> = {
  Sent: 'green',
  Stored: 'blue',
  Waiting: 'gray',
  Failed: 'yellow',
  'Not sent': 'red',
}
const logCol = columns<LogLine>()
const logColumns = [
  logCol.text('Name', (item) => item.name, { width: 180 }),
  logCol.text('Address', (item) => item.email, { width: 230 }),
  logCol.chip(
    'State',
    (item) => item.state,
    (item) => tones[item.state],
    { width: 95 },
  ),
  logCol.number('Attempts', (item) => item.attempts, { width: 90 }),
  logCol.moment('Sent', (item) => item.sentAt, { width: 150 }),
  logCol.text('Last error', (item) => item.lastError, { width: 240 }),
]
const logTabs = [
  { label: 'All', match: () => true },
  ...mailStates.map((state) => ({ label: state, match: (item: LogLine) => item.state === state })),
]

/** The dialog with the delivery of a bulk mail by recipient, and a button to resend failed ones. */
function LogDialog({ line, onClose }: { line: EmailLine; onClose: () => void }) {
  const { emailId } = line
  const { data = [] } = useQuery(buildCallQuery(getEmailLog, { params: { emailId } }))
  const resend = useSend(resendEmail)
  const readOnly = useReadOnly()
  const resendToFailed = async () => {
    try {
      const { resent } = await resend({ params: { emailId }, body: {} })
      notify(`The mail goes again to ${plural(resent, 'recipient', 'recipients')}.`)
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
    }
  }
  return (
    <Modal opened onClose={onClose} title={line.subject} size="75rem">
      <Progress line={line} />
      {!readOnly && line.notSent > 0 && (
        <Button variant="default" onClick={() => void resendToFailed()}>
          Send again to {plural(line.notSent, 'recipient', 'recipients')} it did not reach
        </Button>
      )}
      <DataTable
        caption="Recipients of this mail"
        rows={data}
        columns={logColumns}
        rowKey={(item) => item.outboxId}
        tabs={logTabs}
        csvName="mail-log"
        height={420}
        empty="Nobody was written to."
      />
    </Modal>
  )
}
