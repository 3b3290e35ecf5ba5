import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useConfirm } from './Confirm.tsx'
import { notifyRefusal } from './notifyRefusal.ts'
import { Section } from './Section.tsx'

/** A person who has a right. `id` is the id of the grant. */
export type AccessHolder = {
  id: number
  userId: number
  name: string
  /** Whether the grant waits for a second administrator, and is not in effect until then. */
  waits?: boolean
  mayConfirm?: boolean
}
/** A person who may be given the right. */
export type AccessCandidate = { userId: number; name: string }

type AccessListProps = {
  title: string
  holders: readonly AccessHolder[]
  /** The text shown if no person has the right. */
  nobody: string
  /** The functions that grant and revoke the right; omitted if the user may do neither. */
  giving?: {
    people: readonly AccessCandidate[]
    give: (userId: number) => Promise<unknown>
    /** The label of the button that grants the right, if it only proposes it. */
    giveLabel?: string
    /** Confirms what another administrator proposed. */
    confirm?: (id: number) => Promise<unknown>
    revoke: (id: number) => Promise<unknown>
    /** The consequences for a person whose access is revoked, as a sentence. */
    loses: string
  }
}
type Giving = NonNullable<AccessListProps['giving']>

/** Lists the people who were granted a right that no role has, with the buttons to grant and revoke it. */
export function AccessList({ title, holders, nobody, giving }: AccessListProps) {
  return (
    <Section title={title}>
      <ul>
        {holders.map((holder) => (
          <li key={holder.id}>
            {holder.name}
            {holder.waits && ', waits for a second administrator'}{' '}
            {giving && <Steps holder={holder} giving={giving} />}
          </li>
        ))}
        {holders.length === 0 && <li>{nobody}</li>}
      </ul>
      {giving && giving.people.length > 0 && (
        <Give
          people={giving.people.filter((person) => !holders.some(({ userId }) => userId === person.userId))}
          give={giving.give}
          giveLabel={giving.giveLabel ?? 'Give access'}
        />
      )}
    </Section>
  )
}

function Steps({ holder, giving }: { holder: AccessHolder; giving: Giving }) {
  const { confirm } = giving
  return (
    <>
      {holder.mayConfirm && confirm && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Confirm access of ${holder.name}`}
          onClick={() => void confirm(holder.id).catch(notifyRefusal)}
        >
          Confirm access
        </Button>
      )}
      <Revoke holder={holder} giving={giving} />
    </>
  )
}

function Revoke({ holder: { id, name }, giving }: { holder: AccessHolder; giving: Giving }) {
  const confirm = useConfirm()
  const revoke = () =>
    void confirm({
      title: `Revoke access of ${name}`,
      text: giving.loses,
      confirmLabel: 'Revoke access',
      danger: true,
      action: () => giving.revoke(id),
    })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      aria-label={`Revoke access of ${name}`}
      onClick={revoke}
    >
      Revoke access
    </Button>
  )
}

function Give({ people, give, giveLabel }: Pick<Giving, 'people' | 'give' | 'giveLabel'>) {
  const [selected, setSelected] = useState<string | null>(null)
  const add = async () => {
    if (selected === null) return
    await give(Number(selected))
    setSelected(null)
  }
  return (
    <Group gap="sm" align="end">
      <Select
        size="xs"
        label="Person"
        data={people.map((person) => ({ value: String(person.userId), label: person.name }))}
        value={selected}
        onChange={setSelected}
        searchable
        limit={100}
      />
      <Button variant="default" disabled={selected === null} onClick={() => void add().catch(notifyRefusal)}>
        {giveLabel}
      </Button>
    </Group>
  )
}
