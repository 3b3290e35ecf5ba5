import { Checkbox, Stack } from '@mantine/core'
import type { MergedAdministrator, MergePreview } from '../model/calls.ts'

type Props = {
  plan: MergePreview
  confirmed: ReadonlySet<number>
  onConfirm: (confirmed: ReadonlySet<number>) => void
}

/**
 * Lists the primary users of the merged company. Each becomes an ordinary user, unless the administrator
 * checks the person.
 */
export function MergeAdministrators({ plan, confirmed, onConfirm }: Props) {
  const { administrators, from, into, askedBy } = plan
  if (administrators.length === 0) return null
  const toggle = ({ userId }: MergedAdministrator, stays: boolean) => {
    const otherRows = [...confirmed].filter((id) => id !== userId)
    onConfirm(new Set(stays ? [...otherRows, userId] : otherRows))
  }
  return (
    <section aria-label="Primary users">
      <h2>Primary users of {from.name}</h2>
      <p>
        They become ordinary users of {into.name} and keep what they work with now. Check only those who are
        to administer {into.name}, with all its properties and people.
      </p>
      <Stack gap="xs">
        {administrators.map((person) => (
          <Checkbox
            key={person.userId}
            label={`${person.name} (${person.userName}) stays a primary user`}
            checked={confirmed.has(person.userId)}
            disabled={askedBy !== null && !person.stays}
            onChange={({ target }) => toggle(person, target.checked)}
          />
        ))}
      </Stack>
      {askedBy !== null && <p>Whom {askedBy} has not confirmed does not stay one.</p>}
    </section>
  )
}
