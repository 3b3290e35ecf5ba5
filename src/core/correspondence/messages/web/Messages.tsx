import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getTaskMessages, type TaskMessageLine } from '../model/calls.ts'
import { readMessageDraft } from '../model/messageDraft.ts'
import { ComposeDialog } from './ComposeDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'

const getState = ({ incoming, readAt }: TaskMessageLine): 'Unread' | 'Read' | 'Sent' | 'Sent, read' => {
  if (incoming) return readAt ? 'Read' : 'Unread'
  return readAt ? 'Sent, read' : 'Sent'
}
const tones: Record<ReturnType<typeof getState>, ToneName> = {
  Unread: 'blue',
  Read: 'gray',
  Sent: 'gray',
  'Sent, read': 'green',
}

const tabs = [
  { label: 'Received', match: (line: TaskMessageLine) => line.incoming },
  { label: 'Unread', match: (line: TaskMessageLine) => line.incoming && !line.readAt },
  { label: 'Sent', match: (line: TaskMessageLine) => !line.incoming },
  { label: 'All', match: () => true },
]

const col = columns<TaskMessageLine>()
const state = col.chip('State', getState, (line) => tones[getState(line)], { width: 100 })
const sharedColumns = [
  col.text('From', (line) => line.fromName, { width: 160 }),
  col.text('To', (line) => line.toName, { width: 160, lesser: true }),
  col.text('About', (line) => line.taskName, { width: 180, lesser: true }),
  col.text('Property', (line) => line.propertyName, { width: 200 }),
  col.moment('Sent', (line) => line.sentAt, { width: 160 }),
  col.moment('Read', (line) => line.readAt, { width: 160 }),
]

/** The screen with the user's received and sent messages, and when they were read. */
export default function Messages() {
  const rows = useCall(getTaskMessages, {})
  const readOnly = useReadOnly()
  const [openMessageId, setOpenMessageId] = useState<number | null>(null)
  const [search, setSearch] = useSearchParams()
  const [isComposing, setIsComposing] = useState(readMessageDraft(search) !== null)
  const endComposing = () => {
    setIsComposing(false)
    setSearch({}, { replace: true })
  }
  const columns = useMemo(() => {
    const open = (line: TaskMessageLine) => setOpenMessageId(line.taskMessageId)
    return [state, col.button('Message', (line) => line.message, open, { width: 320 }), ...sharedColumns]
  }, [])
  const message = rows.find((line) => line.taskMessageId === openMessageId)
  return (
    <Screen
      title="Messages"
      actions={!readOnly && <Button onClick={() => setIsComposing(true)}>New message</Button>}
    >
      <DataTable
        caption="Messages"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.taskMessageId}
        tabs={tabs}
        csvName="messages"
        empty="No messages yet."
      />
      {message && <MessageDialog message={message} onClose={() => setOpenMessageId(null)} />}
      {isComposing && <ComposeDialog question={readMessageDraft(search)} onClose={endComposing} />}
    </Screen>
  )
}
