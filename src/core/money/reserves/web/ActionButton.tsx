import { Button } from '@mantine/core'
import { notify } from '#kernel/web/notices.ts'

/**
 * A button for an action in a row, which shows a refusal as a notice. `word` is the action, `of` names its
 * object.
 */
export function ActionButton({ word, of, run }: { word: string; of: string; run: () => Promise<unknown> }) {
  const handleClick = () =>
    run().catch((error: unknown) =>
      notify(error instanceof Error ? error.message : 'This could not be done.', { kind: 'warning' }),
    )
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`${word} ${of}`}
      onClick={() => void handleClick()}
    >
      {word}
    </Button>
  )
}
