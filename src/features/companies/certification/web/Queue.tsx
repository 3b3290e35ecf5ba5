import { Button } from '@mantine/core'
import { Queue as ApplicationQueue } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { downloadText } from '#ui/frame/download.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { applications } from '../model/applications.ts'
import { getA5SubmittedCount, listDownload, sendDueReminders } from '../model/calls.ts'
import { queueColumns, queueTabs } from './columns.tsx'

const listOptions = { columns: queueColumns, tabs: queueTabs }

/**
 * The screen of all applications in scope: for the agency its work queue, with tabs by status and by term.
 */
export default function Queue() {
  const agency = useIsAgency()
  return (
    <Screen title="Certification of management companies">
      {agency && <ExhibitCount />}
      <ApplicationQueue
        review={applications}
        pages={listOptions}
        empty="No company has applied yet."
        tools={agency && <Tools />}
      />
    </Screen>
  )
}

function ExhibitCount() {
  return (
    <Facts
      facts={[
        { label: 'Exhibits A-5 submitted', value: useCall(getA5SubmittedCount, { params: {}, query: {} }) },
      ]}
    />
  )
}

/** The buttons that download the whole list and send the due reminders. */
function Tools() {
  const confirm = useConfirm()
  const mayRemind = useMay(sendDueReminders)
  const remind = useSend(sendDueReminders, { quiet: true })
  const download = async () => downloadText('company-certifications.csv', await ask(listDownload, {}))
  const send = () =>
    confirm({
      title: 'Send the reminders that are due?',
      text: 'Companies whose certification ends soon are mailed, each once for every reminder that is set. The night job does the same.',
      confirmLabel: 'Send reminders',
      action: async () => {
        const reminderCount = await remind({})
        notify(
          reminderCount === 0
            ? 'No reminder was due.'
            : `${plural(reminderCount, 'reminder was', 'reminders were')} sent.`,
        )
      },
    })
  return (
    <>
      {mayRemind && (
        <Button size="xs" variant="default" onClick={() => void send()}>
          Send due reminders
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => void download().catch(() => undefined)}>
        Download list
      </Button>
    </>
  )
}
