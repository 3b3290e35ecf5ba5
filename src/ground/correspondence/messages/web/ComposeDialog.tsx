import { useState } from 'react'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { ComposeForm } from './ComposeForm.tsx'
import { PropertyChoice } from './PropertyChoice.tsx'

/** A new message, about a property when one is chosen. */
export function ComposeDialog({ onClose }: { onClose: () => void }) {
  const [propertyId, setPropertyId] = useState<number | null>(null)
  return (
    <Dialog opened onClose={onClose} title="New message" size="lg">
      <PropertyChoice value={propertyId} onChange={setPropertyId} help="Leave it empty when it is about none." />
      <ComposeForm key={propertyId} about={{ propertyId }} onSent={onClose} />
    </Dialog>
  )
}
