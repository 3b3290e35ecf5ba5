import { Button } from '@mantine/core'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** Removes one row after asking; a refusal is told in the server's words. */
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
  const take = async () => {
    const { confirmed } = await confirm({ title, text, confirmLabel: 'Remove', danger: true })
    if (!confirmed) return
    try {
      await remove()
    } catch (error) {
      const text = error instanceof Error ? error.message : 'Please try again.'
      await confirm({ title: 'It was not removed', text, confirmLabel: 'Close' })
    }
  }
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={`Remove ${of}`} onClick={() => void take()}>
      Remove
    </Button>
  )
}
