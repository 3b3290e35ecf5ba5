import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import type { AnalystLine, WorkLine } from '../../model/work.ts'
import { describeAbsence } from '../Analyst.tsx'
import type { Chosen } from './useWork.ts'
import css from './work.module.css'

type Person = {
  userId: number | null
  name: string
  out: AbsentPerson | null
  open: number
  late: number
  after: number
}
/** The work list from which the number of records of each person is counted. */
type WorkData = { today: string; rows: readonly WorkLine[]; people: readonly AnalystLine[] }

/**
 * Returns the people to whom the records can be assigned, with their number of records now and afterwards.
 */
function getPersons(
  { today, rows, people }: WorkData,
  chosenRecords: readonly Chosen[],
  me: number,
): Person[] {
  const findRows = (userId: number) => rows.filter((row) => row.reviewerId === userId)
  const assignees = people.map(({ userId, name, out }) => {
    const personRows = findRows(userId)
    return {
      userId,
      out,
      name: userId === me ? `${name} (you)` : name,
      open: personRows.length,
      late: personRows.filter((row) => row.promisedBy !== null && row.promisedBy < today).length,
      after: personRows.length + chosenRecords.filter((item) => item.reviewerId !== userId).length,
    }
  })
  return [...assignees, { userId: null, name: 'Nobody', out: null, open: 0, late: 0, after: 0 }]
}

/** Describes the result of assigning the selected records to a person. */
function describeAssignment(
  { userId, name, out }: Person,
  chosenRecords: readonly Chosen[],
  me: number,
): string {
  const newCount = chosenRecords.filter((item) => item.reviewerId !== userId).length
  if (newCount === 0) return `Nothing changes: ${name} has them already.`
  const records = plural(newCount, 'record', 'records')
  if (userId === null) return `${records} will be unassigned. Promised dates stay.`
  if (userId === me) return `You get ${records}. Promised days stay.`
  const away = out ? ` ${name} is ${describeAbsence(out)}.` : ''
  return `${name} gets ${records} and one message. Promised days stay.${away}`
}

/** Filters the people by the typed text. The arrow keys move between them, and Enter chooses. */
function usePersonChoice(all: readonly Person[], onChoose: (person: Person) => void) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const label = text.trim().toLowerCase()
  const persons = all.filter(({ name }) => name.toLowerCase().includes(label))
  const present = persons[Math.min(index, persons.length - 1)]
  const press = (event: KeyboardEvent) => {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (offset) setIndex((index + offset + persons.length) % Math.max(persons.length, 1))
    else if (event.key === 'Enter' && present) onChoose(present)
    else return
    event.preventDefault()
  }
  const type = (input: string) => {
    setText(input)
    setIndex(0)
  }
  return { text, type, persons, present, press }
}

/** The dialog that assigns the selected records to a person, chosen by typing or with the arrow keys. */
export default function AssignDialog({
  known,
  chosen,
  onChoose,
  onClose,
}: {
  known: WorkData
  chosen: readonly Chosen[]
  onChoose: (person: { userId: number | null; name: string; out: AbsentPerson | null }) => void
  onClose: () => void
}) {
  const me = useSession().userId
  const id = useId()
  const { text, type, persons, present, press } = usePersonChoice(getPersons(known, chosen, me), onChoose)
  return (
    <Modal opened onClose={onClose} title={`Assign ${plural(chosen.length, 'record', 'records')} to`}>
      <TextInput
        label="Name"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={present && `${id}-${present.userId}`}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={css.personHead} aria-hidden>
        <span>Person</span>
        <span>Open</span>
        <span>{dueWords.overdue}</span>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Persons" className={css.persons}>
        {persons.map((person) => (
          <PersonLine
            key={person.userId}
            id={`${id}-${person.userId}`}
            person={person}
            chosen={person === present}
            onChoose={() => onChoose(person)}
          />
        ))}
      </div>
      <p role="status" className={css.consequence}>
        {present ? describeAssignment(present, chosen, me) : 'There is no reviewer of that name.'}
      </p>
    </Modal>
  )
}

function PersonLine(props: { id: string; person: Person; chosen: boolean; onChoose: () => void }) {
  const { userId, name, out, open, late, after } = props.person
  const counts = userId !== null
  return (
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.chosen}
      className={css.person}
      // A click chooses without moving the focus from the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
      onKeyDown={(event) => event.key === 'Enter' && props.onChoose()}
    >
      <span>
        {name}
        {out && <span className={css.out}>{describeAbsence(out)}</span>}
      </span>
      <span className="tabular">
        {counts && (
          <>
            <span className="visually-hidden">{plural(open, 'open record', 'open records')}, after that</span>
            <span aria-hidden>{open} → </span>
            <b>{after}</b>
          </>
        )}
      </span>
      <span className="tabular" data-late={late > 0 || undefined}>
        {counts && (
          <>
            <span aria-hidden>{late || '–'}</span>
            <span className="visually-hidden">, {late} overdue</span>
          </>
        )}
      </span>
    </div>
  )
}
