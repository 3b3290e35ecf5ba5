import { Button, Group } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Differences } from './Differences.tsx'
import css from './form.module.css'
import { useFormParts } from './formContext.ts'

/**
 * Shows that the record was changed elsewhere while the user types here, with the differences, and asks which
 * version should win. Changes of fields that only one side changed are merged, unless the user drops the
 * typed changes.
 */
export function NewerRecord() {
  const { session } = useFormParts()
  const read = () => session.state.newer
  const newer = useSyncExternalStore(session.stateChanged.on, read, read)
  if (!newer) return null
  return (
    <section className={css.offer} role="alert" aria-label="Changed elsewhere" data-noprint>
      <div>
        This record was changed elsewhere while you typed.
        <Differences conflicts={session.conflicts()} />
      </div>
      <Group>
        <Button size="xs" onClick={() => session.takeNewer('mine')}>
          Keep mine
        </Button>
        <Button size="xs" variant="outline" color="red" onClick={() => session.takeNewer('theirs')}>
          Load theirs and drop mine
        </Button>
      </Group>
    </section>
  )
}
