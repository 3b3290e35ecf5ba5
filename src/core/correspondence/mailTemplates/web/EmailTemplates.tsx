import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { createTemplate, getEmailList, getTemplates, type TemplateLine } from '../model/calls.ts'
import { getEventMails } from '../model/eventMails.ts'
import { ComposeMail } from './ComposeMail.tsx'
import { EventMails } from './EventMails.tsx'
import { SentMails } from './SentMails.tsx'

const TEMPLATES = 'Templates'
const WRITE = 'Write to many'
const SENT = 'Sent to many'
const EVENTS = 'By the portal itself'

/**
 * The screen of the agency's mails: templates, bulk mails and their delivery, and the mails that the portal
 * sends automatically.
 */
export default function EmailTemplates() {
  const mayWrite = useMay(createTemplate)
  return (
    <Screen
      title="Mail templates"
      actions={
        mayWrite && (
          <Button component={Link} to="/emailTemplate/0">
            New template
          </Button>
        )
      }
    >
      <AgencyOnly>
        <Views />
      </AgencyOnly>
    </Screen>
  )
}

function Views() {
  const mayWrite = useMay(createTemplate)
  const templates = useCall(getTemplates, {})
  const call = useCall(getEmailList, {})
  const events = useCall(getEventMails, {})
  const tabs = [
    { label: TEMPLATES, count: templates.length },
    ...(mayWrite ? [{ label: WRITE }] : []),
    { label: SENT, count: call.length },
    { label: EVENTS, count: events.length },
  ]
  const labels = tabs.map(({ label }) => label)
  const [view, setView] = useAddressValue('view', TEMPLATES, labels)
  return (
    <Tabs label="Mails" value={view} onChange={setView} tabs={tabs}>
      {view === TEMPLATES && <Templates rows={templates} />}
      {view === WRITE && <ComposeMail templates={templates} onSent={() => setView(SENT)} />}
      {view === SENT && <SentMails rows={call} />}
      {view === EVENTS && <EventMails rows={events} />}
    </Tabs>
  )
}

const col = columns<TemplateLine>()
const getPath = (line: TemplateLine): string => `/emailTemplate/${line.emailTemplateId}`
const templateColumns = [
  col.link('Name', (line) => line.name, getPath, { width: 240 }),
  col.text('About', (line) => line.kind, { width: 100 }),
  col.text('Subject', (line) => line.subject, { width: 280 }),
  col.chip(
    'State',
    (line) => (line.active ? 'Active' : 'Off'),
    (line) => (line.active ? 'green' : 'gray'),
    { width: 90 },
  ),
  col.text('Repeats', (line) => line.repeats.join(', '), { width: 110 }),
  col.date('Next', (line) => line.nextDue, { width: 110 }),
  col.moment('Last sent', (line) => line.lastSent, { width: 160 }),
  col.text('Made by', (line) => line.createdByName, { width: 160, lesser: true }),
  col.text('Description', (line) => line.description, { width: 260, lesser: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Scheduled', match: (line: TemplateLine) => line.nextDue !== null },
  { label: 'Not scheduled', match: (line: TemplateLine) => line.nextDue === null },
]

function Templates({ rows }: { rows: readonly TemplateLine[] }) {
  return (
    <DataTable
      caption="Mail templates"
      rows={rows}
      columns={templateColumns}
      rowKey={(line) => line.emailTemplateId}
      to={getPath}
      tabs={tabs}
      alphabet={(line) => line.name}
      csvName="mail-templates"
      empty="No template has been made yet."
    />
  )
}
