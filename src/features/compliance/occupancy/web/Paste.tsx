import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { fromTsv } from '#ui/worksheet/clipboard.ts'
import { type PasteResult, readPastedTable } from '../model/paste.ts'
import css from './occupancy.module.css'
import type { SheetStore } from './sheetStore.ts'

const MAX_UNREAD_LISTED = 8

/** A preview of the pasted table: how many cells will be entered, and the parts that were not understood. */
function PastePreview({ read }: { read: PasteResult }) {
  const properties = new Set(read.entries.map((item) => item.propertyId)).size
  return (
    <div role="status">
      <p>{`${plural(read.cells, 'cell', 'cells')} of ${plural(properties, 'property', 'properties')} will be entered.`}</p>
      {read.unread.length > 0 && (
        <ul className={css.unread}>
          {read.unread.slice(0, MAX_UNREAD_LISTED).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {read.unread.length > MAX_UNREAD_LISTED && (
            <li>{`and ${read.unread.length - MAX_UNREAD_LISTED} more`}</li>
          )}
        </ul>
      )}
    </div>
  )
}

/**
 * The dialog for a table pasted from Excel. Columns are found by their headings, rows by project number or
 * name. Nothing is entered before the user confirms the preview.
 */
export function Paste({
  text: initialText,
  store,
  onClose,
}: {
  text: string
  store: SheetStore
  onClose: () => void
}) {
  const [text, setText] = useState(initialText)
  const targets = store.ids.map((id) => store.entry(id).row)
  const read = text.trim() ? readPastedTable(fromTsv(text), targets) : null
  const enter = () => {
    if (!read) return
    store.typeRooms(read.entries)
    notify(`${plural(read.cells, 'cell', 'cells')} entered. Ctrl Z takes them back.`)
    onClose()
  }
  return (
    <Dialog title="Paste from Excel" size="lg" opened onClose={onClose}>
      <Textarea
        label="Table"
        description="Copy it with its heads: project number or name, bedrooms where there are several, vacant, not ready, in, waiting list, and reasons such as Job."
        autosize
        minRows={6}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {read && <PastePreview read={read} />}
      <Group gap="sm" mt="sm">
        {read && read.cells > 0 && <Button onClick={enter}>Enter them</Button>}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Dialog>
  )
}
