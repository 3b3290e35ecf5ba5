import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { downloadText } from '#ui/frame/download.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getA5SubmittedCount, getQueue, listDownload, sendDueReminders } from '../model/calls.ts'
import { queueColumns, queueTabs } from './columns.tsx'
import { applicationPath, type Line } from './types.ts'

/** Every application as the agency's work queue and board of terms. */
export default function Queue() {
  return (
    <Screen title="Certification of management companies">
      <AgencyOnly>
        <Applications />
      </AgencyOnly>
    </Screen>
  )
}

const UNASSIGNED = 'Not assigned'
const analystOf = (line: Line): string => line.reviewerName ?? UNASSIGNED

function Applications() {
  const rows = useCall(getQueue, {})
  const withA5 = useCall(getA5SubmittedCount, {})
  const filters = useMemo(
    () => [
      {
        label: 'Analyst',
        values: [...new Set(rows.map(analystOf))].sort(),
        match: (line: Line, name: string) => analystOf(line) === name,
      },
    ],
    [rows],
  )
  return (
    <>
      <Facts facts={[{ label: 'Exhibit A-5 with open applications', value: withA5 }]} />
      <DataTable
        caption="Certification applications"
        rows={rows}
        columns={queueColumns}
        rowKey={(line) => line.managementCompanyAssetCertificationId}
        to={applicationPath}
        tabs={queueTabs}
        filters={filters}
        alphabet={(line) => line.companyName}
        csvName="certification-applications"
        initialSort={{ sortBy: 'Age in days', descending: true }}
        empty="No company has applied yet."
        tools={<Tools />}
      />
    </>
  )
}

/** The whole list as a file of the server's, and the reminders by hand. */
function Tools() {
  const confirm = useConfirm()
  const readOnly = useReadOnly()
  const remind = useSend(sendDueReminders, { quiet: false })
  const download = async () => downloadText('company-certifications.csv', await ask(listDownload, {}))
  const send = async () => {
    const { confirmed } = await confirm({
      title: 'Send the reminders that are due?',
      text: 'Companies whose certification ends soon are mailed, each once for every reminder that is set. The night job does the same.',
      confirmLabel: 'Send reminders',
    })
    if (!confirmed) return
    const sent = await remind({})
    notify(sent === 0 ? 'No reminder was due.' : `${plural(sent, 'reminder was', 'reminders were')} sent.`)
  }
  const quietly = (work: Promise<void>) => void work.catch(() => undefined)
  return (
    <>
      {!readOnly && (
        <Button size="xs" variant="default" onClick={() => quietly(send())}>
          Send due reminders
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => quietly(download())}>
        Download list
      </Button>
    </>
  )
}
