import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { readers as calls, getReaders } from '../model/calls.ts'
import { useWrite } from './useWrite.ts'

type List = Answer<typeof getReaders>

/** Who reads whom matters are about, beside the person who takes care of one; an administrator gives the right. */
export function Readers({ gives }: { gives: boolean }) {
  const { readers, people } = useCall(getReaders, {})
  const others = people.filter((one) => !readers.some((reader) => reader.userId === one.userId))
  return (
    <Section title="Who may read whom matters are about">
      <ul>
        {readers.map((reader) => (
          <li key={reader.residentDataReaderId}>
            {reader.name} {gives && <Take reader={reader} />}
          </li>
        ))}
        {readers.length === 0 && <li>Nobody yet but whoever takes care of a matter.</li>}
      </ul>
      {gives && <Give people={others} />}
    </Section>
  )
}

function Take({ reader: { residentDataReaderId: id, name } }: { reader: List['readers'][number] }) {
  const write = useWrite()
  const confirm = useConfirm()
  const take = () =>
    void confirm({
      title: `Take the right from ${name}`,
      text: 'From now on names, telephone numbers and addresses are masked for this person.',
      confirmLabel: 'Take it',
      danger: true,
      action: () => write(calls.remove, { params: { id } }, 'The right is taken.'),
    })
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={`Take the right from ${name}`} onClick={take}>
      Take the right
    </Button>
  )
}

function Give({ people }: { people: List['people'] }) {
  const write = useWrite({ quiet: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const give = async () => {
    if (chosen === null) return
    await write(calls.create, { body: { userId: Number(chosen) } as never }, 'The right is given.')
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
      <Button variant="default" onClick={() => void give().catch(() => undefined)}>
        Give the right
      </Button>
    </Group>
  )
}
