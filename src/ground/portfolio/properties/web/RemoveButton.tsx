import { Button } from '@mantine/core'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** Removes one row after asking; a refusal is shown in the server's words. */
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
  const take = () => confirm({ title, text, confirmLabel: 'Remove', danger: true, action: remove })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      aria-label={`Remove ${of}`}
      onClick={() => void take()}
    >
      Remove
    </Button>
  )
}
