import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Health } from '#ground/administration/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getMailList, type MailLine, MOST_LISTED, mailStates } from '../model/calls.ts'
import styles from './Administration.module.css'
import { MailDialog } from './MailDialog.tsx'

const places = [
  {
    label: 'Configuration',
    to: '/Configuration',
    text: 'Amounts, deadlines, lists, holidays, counties, signature blocks.',
  },
  { label: 'Users', to: '/users', text: 'People, their roles and permissions, invitations.' },
  { label: 'Management companies', to: '/companies', text: 'Every company with its properties, people and documents.' },
  { label: 'Merge companies', to: '/companies/merge', text: 'Two records of one company become one.' },
  { label: 'Management fees', to: '/ManagementFeeMax', text: 'The most a company may charge, by type and year.' },
  { label: 'Developers', to: '/Developer/list', text: 'Who built the properties.' },
  { label: 'Vendors', to: '/VendorList', text: 'The list of vendors, and the new ones companies ask for.' },
  { label: 'Banners', to: '/MessageManager', text: 'What everybody is told at the top of every screen.' },
  { label: 'Mail templates', to: '/emailTemplates', text: 'The words of mails to many, and when they are sent.' },
]

/** What an agency administrator looks after, and every mail the portal has written. */
export default function Administration() {
  return (
    <Screen title="Administration">
      <AgencyOnly admin>
        <ul className={styles.places}>
          {places.map((place) => (
            <li key={place.to}>
              <Link to={place.to}>{place.label}</Link>
              <p>{place.text}</p>
            </li>
          ))}
        </ul>
        <Health />
        <h2>Mail</h2>
        <Mails />
      </AgencyOnly>
    </Screen>
  )
}

const stateTones: Record<MailLine['state'], ToneName> = {
  Sent: 'green',
  Kept: 'blue',
  Waiting: 'gray',
  Failed: 'yellow',
  'Not sent': 'red',
}

const col = columns<MailLine>()
const written = col.moment('Written', (mail) => mail.createdAt, { width: 160 })
const shared = [
  col.text('To', (mail) => mail.recipients.map((one) => one.name || one.email).join(', '), { width: 240 }),
  col.chip(
    'State',
    (mail) => mail.state,
    (mail) => stateTones[mail.state],
    { width: 95 },
  ),
  col.text('Event', (mail) => mail.event, { width: 160 }),
  col.moment('Sent', (mail) => mail.sentAt, { width: 160 }),
  col.number('Attempts', (mail) => mail.attempts, { width: 90 }),
  col.text('Last error', (mail) => mail.lastError, { width: 260, hidden: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  ...mailStates.map((state) => ({ label: state, match: (mail: MailLine) => mail.state === state })),
]

function Mails() {
  const rows = useCall(getMailList, {})
  const [opened, setOpened] = useState<number | null>(null)
  const shown = useMemo(
    () => [
      written,
      col.button(
        'Subject',
        (mail) => mail.subject,
        (mail) => setOpened(mail.outboxId),
        { width: 320 },
      ),
      ...shared,
    ],
    [],
  )
  return (
    <>
      <p className={styles.note}>
        Kept: no mail server is configured, so the mail waits here. The newest {MOST_LISTED} are listed.
      </p>
      <DataTable
        caption="Mail"
        rows={rows}
        columns={shown}
        rowKey={(mail) => mail.outboxId}
        tabs={tabs}
        csvName="mail"
        empty="No mail has been written yet."
      />
      {opened !== null && <MailDialog outboxId={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
