import { Button } from '@mantine/core'
import { notify } from '#kernel/web/notices.ts'

/** An action in a row; a refusal is shown as a notice. */
export function ActionButton({ word, of, run }: { word: string; of: string; run: () => Promise<unknown> }) {
  const press = () =>
    run().catch((error: unknown) =>
      notify(error instanceof Error ? error.message : 'This could not be done.', { kind: 'warning' }),
    )
  return (
    <Button size="compact-xs" variant="subtle" aria-label={`${word} ${of}`} onClick={() => void press()}>
      {word}
    </Button>
  )
}
