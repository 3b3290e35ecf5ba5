import { Button } from '@mantine/core'
import { useState } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { type About, ComposeForm } from './ComposeForm.tsx'

/** A button that asks another person about a record: a message with its first words and the record's link. */
export function AskSomebody({ label, about, words }: { label: string; about: About; words: string }) {
  const [open, setOpen] = useState(false)
  if (useReadOnly()) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Dialog opened onClose={() => setOpen(false)} title={label} size="lg">
          <ComposeForm about={about} words={words} onSent={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
