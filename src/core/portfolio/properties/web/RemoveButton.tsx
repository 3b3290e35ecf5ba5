import { Button } from '@mantine/core'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** A button that removes a row after confirmation. The dialog shows the server's message if it refuses. */
export function RemoveButton({
  of,
  title,
  text,
  remove,
}: {
  of: string
  title: string
  text: string
  remove: () => Promise<unknown>
}) {
  const confirm = useConfirm()
  const confirmRemoval = () => confirm({ title, text, confirmLabel: 'Remove', danger: true, action: remove })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      aria-label={`Remove ${of}`}
      onClick={() => void confirmRemoval()}
    >
      Remove
    </Button>
  )
}
