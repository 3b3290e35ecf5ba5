import { TaskMessenger } from '#ground/correspondence/messages/web/index.ts'
import { Modal } from '#ui/frame/Modal.tsx'

/** What was written about a property, and the next message; the default export so that it is fetched when opened. */
export default function PropertyMessages({ propertyId, name, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Messages about ${name}`} size="lg">
      <TaskMessenger about={{ propertyId }} />
    </Modal>
  )
}
type Props = { propertyId: number; name: string; onClose: () => void }
