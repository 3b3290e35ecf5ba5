import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../frame/Modal.tsx'

/** The dialog that asks whether to save unsaved changes before leaving. It is loaded when first needed. */
export default function LeaveDialog({
  onStay,
  onLeave,
  onSave,
}: {
  onStay: () => void
  onLeave: () => void
  /** Saves and leaves; undefined if progress cannot be saved. */
  onSave: (() => Promise<void>) | undefined
}) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await onSave?.()
  }
  return (
    <Modal opened onClose={onStay} size={560} title="Leave without saving?">
      <Text size="sm" mb="md">
        Your last changes are not saved.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onStay}>
          Stay
        </Button>
        <Button color="red" variant="outline" onClick={onLeave}>
          Leave without saving
        </Button>
        {onSave ? (
          <Button loading={saving} onClick={save}>
            Save and leave
          </Button>
        ) : null}
      </Group>
    </Modal>
  )
}
