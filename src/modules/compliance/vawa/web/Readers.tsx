import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { type getList, readers } from '../model/calls.ts'

type List = Answer<typeof getList>
const also = { alsoDrops: ['vawarequest'] }

/** Who holds the right; who may give it gives it here, and takes it back. */
export function Readers({ holders, people }: { holders: List['readers']; people: NonNullable<List['people']> }) {
  const confirm = useConfirm()
  const take = useSend(readers.remove, also)
  const ask = ({ name, vawaReaderId }: List['readers'][number]) =>
    void confirm({
      title: `Take the right from ${name}`,
      text: 'From now on nothing of these requests is shown to this person.',
      confirmLabel: 'Take it',
      danger: true,
      action: () => take({ params: { id: vawaReaderId } }),
    })
  return (
    <Section title="Who may read them">
      <ul>
        {holders.map((one) => (
          <li key={one.vawaReaderId}>
            {one.name}{' '}
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Take the right from ${one.name}`}
              onClick={() => ask(one)}
            >
              Take the right
            </Button>
          </li>
        ))}
        {holders.length === 0 && <li>Nobody yet.</li>}
      </ul>
      <Giving people={people.filter((person) => !holders.some((one) => one.userId === person.userId))} />
    </Section>
  )
}

function Giving({ people }: { people: NonNullable<List['people']> }) {
  const give = useSend(readers.create, also)
  const [chosen, setChosen] = useState<string | null>(null)
  const add = async () => {
    const person = people.find((one) => String(one.userId) === chosen)
    if (!person) return
    await give({ body: { userId: person.userId, managementCompanyId: person.managementCompanyId } as never })
    setChosen(null)
  }
  return (
    <Group gap="sm" align="end">
      <Select
        label="Person"
        data={people.map((one) => ({ value: String(one.userId), label: one.name }))}
        value={chosen}
        onChange={setChosen}
        searchable
      />
      <Button variant="default" onClick={() => void add()}>
        Give the right
      </Button>
    </Group>
  )
}
