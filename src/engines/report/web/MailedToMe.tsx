import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { describeRhythm } from '../model/frequency.ts'
import { getMailedToMe, leaveMailing, type MailedLine } from '../model/mailings.ts'

const col = columns<MailedLine>()

/** Returns a function that asks for confirmation, then unsubscribes from a mailing. */
function useUnsubscribe() {
  const leave = useSend(leaveMailing)
  const confirm = useConfirm()
  return async ({ reportMailingId, viewName, ownerName }: MailedLine) => {
    const { confirmed } = await confirm({
      title: `Unsubscribe from ${viewName}?`,
      text: `It will no longer be mailed to you. ${ownerName} will be notified.`,
      confirmLabel: 'Unsubscribe',
    })
    if (!confirmed) return
    await leave({ params: { reportMailingId } })
    notify(`${viewName} is no longer mailed to you.`)
  }
}

type Leave = ReturnType<typeof useUnsubscribe>

function useLatest(leave: Leave) {
  const latest = useRef(leave)
  latest.current = leave
  return latest
}

/** Opens the confirmation immediately if the address names a mailing, as the link in a mail does. */
function useUnsubscribeLink(lines: readonly MailedLine[], latest: { current: Leave }) {
  const [mailingId, setMailingId] = useAddressValue('leave', '')
  const line = lines.find(({ reportMailingId }) => String(reportMailingId) === mailingId)
  useEffect(() => {
    if (!mailingId) return
    setMailingId('')
    if (line) void latest.current(line).catch(() => undefined)
    else notify('This report is no longer mailed to you.', { kind: 'warning' })
  }, [mailingId, line, setMailingId, latest])
}

/**
 * Lists the reports that colleagues have mailed to the person, with buttons to unsubscribe. The link in a
 * mail (`leave` in the address) opens the confirmation.
 */
export function MailedToMe() {
  const lines = useCall(getMailedToMe, {})
  const leave = useUnsubscribe()
  const latest = useLatest(leave)
  useUnsubscribeLink(lines, latest)
  const columns = useMemo(
    () => [
      col.text('Saved report', (line) => line.viewName, { width: 220 }),
      col.text('Report', (line) => line.report, { width: 200 }),
      col.text('Sent by', (line) => line.ownerName, { width: 200 }),
      col.text('How often', (line) => `Mailed ${describeRhythm(line)}${line.paused ? ', paused' : ''}`, {
        width: 280,
      }),
      col.node(
        'Steps',
        (line) => (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Unsubscribe from ${line.viewName}`}
            onClick={() => void latest.current(line).catch(() => undefined)}
          >
            Unsubscribe
          </Button>
        ),
        { width: 120 },
      ),
    ],
    [latest],
  )
  if (lines.length === 0) return null
  return (
    <Section title="Mailed to you">
      <DataTable
        caption="Reports mailed to you"
        rows={lines}
        columns={columns}
        rowKey={(line) => line.reportMailingId}
        height={200}
        plain
        empty="None."
      />
    </Section>
  )
}
