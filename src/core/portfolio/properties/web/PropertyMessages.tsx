import { TaskMessenger } from '#core/correspondence/messages/web/index.ts'
import { Modal } from '#ui/frame/Modal.tsx'

/** The dialog with messages about a property. A default export, so that it is loaded only when opened. */
export default function PropertyMessages({ propertyId, name, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Messages about ${name}`} size="lg">
      <TaskMessenger about={{ propertyId }} />
    </Modal>
  )
}
type Props = { propertyId: number; name: string; onClose: () => void }
