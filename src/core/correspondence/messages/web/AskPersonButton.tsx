import { Button } from '@mantine/core'
import { useState } from 'react'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { ComposeForm, type MessageSubject } from './ComposeForm.tsx'

/** A button that starts a message about a record, with an initial text and a link to the record. */
export function AskPersonButton({
  label,
  about,
  words,
}: {
  label: string
  about: MessageSubject
  words: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  if (useReadOnly()) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog opened onClose={() => setIsOpen(false)} title={label} size="lg">
          <ComposeForm about={about} words={words} onSent={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
