import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useConfirm } from './Confirm.tsx'
import { Section } from './Section.tsx'

/** Somebody who was given a right; `id` is that of the grant. */
export type AccessHolder = { id: number; userId: number; name: string }
/** Somebody who may be given it. */
export type AccessCandidate = { userId: number; name: string }

type AccessListProps = {
  title: string
  holders: readonly AccessHolder[]
  /** Said where nobody was given the right. */
  nobody: string
  /** What giving and revoking it does; left out for whom neither is offered. */
  giving?: {
    people: readonly AccessCandidate[]
    give: (userId: number) => Promise<unknown>
    revoke: (id: number) => Promise<unknown>
    /** What somebody whose access is revoked can no longer do, as a sentence. */
    loses: string
  }
}
type Giving = NonNullable<AccessListProps['giving']>

/** Who was given a right that no role carries; who may give it does so here, and revokes it. */
export function AccessList({ title, holders, nobody, giving }: AccessListProps) {
  return (
    <Section title={title}>
      <ul>
        {holders.map((holder) => (
          <li key={holder.id}>
            {holder.name} {giving && <Revoke holder={holder} giving={giving} />}
          </li>
        ))}
        {holders.length === 0 && <li>{nobody}</li>}
      </ul>
      {giving && (
        <Give
          people={giving.people.filter((one) => !holders.some(({ userId }) => userId === one.userId))}
          give={giving.give}
        />
      )}
    </Section>
  )
}

function Revoke({ holder: { id, name }, giving }: { holder: AccessHolder; giving: Giving }) {
  const confirm = useConfirm()
  const revoke = () =>
    void confirm({
      ...{ title: `Revoke access of ${name}`, text: giving.loses, confirmLabel: 'Revoke access', danger: true },
      action: () => giving.revoke(id),
    })
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={`Revoke access of ${name}`} onClick={revoke}>
      Revoke access
    </Button>
  )
}

function Give({ people, give }: Pick<Giving, 'people' | 'give'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const add = async () => {
    if (chosen === null) return
    await give(Number(chosen))
    setChosen(null)
  }
  return (
    <Group gap="sm" align="end">
      <Select
        size="xs"
        label="Person"
        data={people.map((one) => ({ value: String(one.userId), label: one.name }))}
        value={chosen}
        onChange={setChosen}
        searchable
      />
      <Button variant="default" disabled={chosen === null} onClick={() => void add().catch(() => undefined)}>
        Give access
      </Button>
    </Group>
  )
}
