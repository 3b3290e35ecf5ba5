import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { describeRecipients, describeRhythm } from '../model/frequency.ts'
import { deleteMailing, getMailings, type MailingLine, pauseMailing } from '../model/mailings.ts'

const col = columns<MailingLine>()

const capitalizeFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const dayText = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')

/** Describes when it is mailed next, or why it is not. */
const describeNext = ({ paused, stoppedReason, nextOn }: MailingLine): string => {
  if (stoppedReason) return `Stopped: ${stoppedReason}`
  return paused ? 'Paused' : dayText(nextOn)
}

const describeLast = ({ lastRun, lastMails }: MailingLine): string =>
  lastRun
    ? `${formatDate(lastRun, 'MM/DD/YYYY h:mm A')}, ${plural(lastMails ?? 0, 'mail', 'mails')}`
    : 'Not yet'

/** Names the recipients, and those who no longer receive it with the reason. */
const describeRecipientsOf = ({ recipients }: MailingLine): string =>
  [
    describeRecipients(recipients.filter(({ stoppedReason }) => !stoppedReason).map(({ name }) => name)),
    ...recipients.flatMap(({ stoppedReason }) => (stoppedReason ? [stoppedReason] : [])),
  ]
    .filter(Boolean)
    .join('; ')

/** The buttons of a mailed report. */
function Steps({ line, onChange }: { line: MailingLine; onChange: (line: MailingLine) => void }) {
  const pause = useSend(pauseMailing)
  const remove = useSend(deleteMailing)
  const confirm = useConfirm()
  const params = { reportMailingId: line.reportMailingId }
  const isInactive = line.paused || line.stoppedReason !== null
  const togglePause = () => void pause({ params, body: { paused: !isInactive } }).catch(() => undefined)
  const removeMailing = async () => {
    const title = `Stop mailing ${line.viewName}?`
    const { confirmed } = await confirm({
      title,
      text: 'The saved report itself is not deleted.',
      confirmLabel: 'Remove',
    })
    if (!confirmed) return
    await remove({ params })
    notify(`${line.viewName} is no longer mailed.`)
  }
  const button = (label: string, run: () => void) => (
    <Button size="compact-xs" variant="default" aria-label={`${label} ${line.viewName}`} onClick={run}>
      {label}
    </Button>
  )
  return (
    <Group gap={4} wrap="nowrap">
      {button('Change', () => onChange(line))}
      {button(isInactive ? 'Resume' : 'Pause', togglePause)}
      {button('Remove', () => void removeMailing().catch(() => undefined))}
    </Group>
  )
}

/** Lists the person's mailed reports with recipients, schedule, last and next mailing. */
export function Mailings({ onChange }: { onChange: (line: MailingLine) => void }) {
  const lines = useCall(getMailings, {})
  const columns = useMemo(
    () => [
      col.text('Saved report', (line) => line.viewName, { width: 200 }),
      col.text('Report', (line) => line.report, { width: 180 }),
      col.text('How often', (line) => capitalizeFirst(describeRhythm(line)), { width: 230 }),
      col.text('To', describeRecipientsOf, { width: 260 }),
      col.text('Next', describeNext, { width: 150 }),
      col.text('Last', describeLast, { width: 200 }),
      col.node('Steps', (line) => <Steps line={line} onChange={onChange} />, { width: 210 }),
    ],
    [onChange],
  )
  if (lines.length === 0) return null
  return (
    <Section title="Mailed">
      <DataTable
        caption="Mailed reports"
        rows={lines}
        columns={columns}
        rowKey={(line) => line.reportMailingId}
        height={240}
        plain
        empty="None."
      />
    </Section>
  )
}
