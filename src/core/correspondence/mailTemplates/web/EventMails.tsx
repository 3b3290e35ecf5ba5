import { useMemo, useState } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { EventMailLine } from '../model/eventMails.ts'
import { EventMailDialog } from './EventMailDialog.tsx'

const col = columns<EventMailLine>()
const describeState = ({ goesOut, changed }: EventMailLine): string => {
  if (!goesOut) return 'Does not go out'
  return changed ? 'Changed' : 'Original'
}
const describeParts = (line: EventMailLine, kinds: readonly string[]): string =>
  kinds.map((kind) => line.parts.find((part) => part.name === kind)?.label ?? kind).join(', ')
const sharedColumns = [
  col.chip('State', describeState, (line) => (line.goesOut ? 'green' : 'gray'), { width: 130 }),
  col.text('Subject', (line) => line.subject, { width: 280 }),
  col.text('To', (line) => describeParts(line, line.toParts), { width: 300 }),
  col.text('Copy to', (line) => describeParts(line, line.ccParts), { width: 280, lesser: true }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Changed', match: (line: EventMailLine) => line.changed },
]

/** The table of mails that the portal sends automatically. Each can be opened and changed. */
export function EventMails({ rows }: { rows: readonly EventMailLine[] }) {
  const readOnly = useReadOnly()
  const [openEvent, setOpenEvent] = useState<string | null>(null)
  const columns = useMemo(
    () => [
      col.button(
        'When',
        (line) => line.label,
        (line) => setOpenEvent(line.event),
        { width: 330 },
      ),
      ...sharedColumns,
    ],
    [],
  )
  const line = rows.find((row) => row.event === openEvent)
  return (
    <>
      <DataTable
        caption="Mails the portal sends by itself"
        rows={rows}
        columns={columns}
        rowKey={(item) => item.event}
        tabs={tabs}
        csvName="mails-of-events"
        empty="The portal sends no mails by itself."
      />
      {line && (
        <EventMailDialog
          key={line.event}
          mail={line}
          readOnly={readOnly}
          onClose={() => setOpenEvent(null)}
        />
      )}
    </>
  )
}
