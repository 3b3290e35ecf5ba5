import { useState } from 'react'
import { Dialog } from '#ui/frame/Dialog.tsx'
import type { MessageDraft } from '../model/messageDraft.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { PropertyChoice } from './PropertyChoice.tsx'

/** The dialog for a new message, about a property if one is chosen. `question` gives a subject and text. */
export function ComposeDialog({ question, onClose }: { question: MessageDraft | null; onClose: () => void }) {
  const [propertyId, setPropertyId] = useState<number | null>(question?.propertyId || null)
  const about = { propertyId, taskName: question?.about ?? null, url: question?.url ?? null }
  return (
    <Dialog opened onClose={onClose} title="New message" size="lg">
      <PropertyChoice
        value={propertyId}
        onChange={setPropertyId}
        help="Leave it empty when it is about none."
      />
      <ComposeForm
        key={propertyId}
        about={about}
        onSent={onClose}
        {...(question && { words: question.words })}
      />
    </Dialog>
  )
}
