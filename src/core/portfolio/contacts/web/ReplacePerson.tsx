import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getPlaces, replacePerson } from '../model/calls.ts'
import { getContactFaults } from '../model/rules.ts'
import { ContactValues, noValues } from '../model/values.ts'
import { getContactFields } from './ContactFields.tsx'
import styles from './contacts.module.css'
import type { ContactLine } from './types.ts'
import { getTypeLabel } from './words.ts'

type Place = Answer<typeof getPlaces>[number]

const col = columns<Place>()
const placeColumns = [
  col.text('Property', (place) => place.propertyName, { width: 280 }),
  col.text('Type', (place) => getTypeLabel(place.contactTypeId), { width: 180 }),
  col.text('Management company', (place) => place.companyName, { width: 260 }),
]

const describePlaces = (places: readonly Place[]): string => {
  const properties = new Set(places.map((place) => place.propertyId)).size
  return `${plural(places.length, 'place', 'places')} at ${plural(properties, 'property', 'properties')}`
}

const schema = z.object({ values: ContactValues }).superRefine(({ values }, check) => {
  for (const { field, message } of getContactFaults(values))
    check.addIssue({ code: 'custom', path: ['values', field], message: message.replace(/^[^:]+: /, '') })
})

const ReplacementFields = getContactFields<z.input<typeof schema>>()
const blank = { values: noValues }

/** Lets the user choose a contact of the property and replace the person at all or some places. */
export function ReplacePerson({ contacts }: { contacts: readonly ContactLine[] }) {
  const people = [...new Map(contacts.map((line) => [line.contactId, line])).values()]
  const [selected, setSelected] = useState(people[0]?.contactId ?? 0)
  if (people.length === 0) return <p className={styles.note}>This property has no contacts.</p>
  return (
    <div className={styles.panel}>
      <NativeSelect
        label="Person to replace"
        maw={420}
        value={String(selected)}
        onChange={(event) => setSelected(Number(event.currentTarget.value))}
        data={people.map((line) => ({ value: String(line.contactId), label: line.name }))}
      />
      <Places
        key={selected}
        contactId={selected}
        name={people.find((person) => person.contactId === selected)?.name ?? ''}
      />
    </div>
  )
}

/** The places that name a person; places the user leaves out are not changed by the replacement. */
function Places({ contactId, name }: { contactId: number; name: string }) {
  const places = useCall(getPlaces, { params: { contactId } })
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(new Set())
  const send = useSend(replacePerson, { alsoDrops: ['projects', 'contactchangerequest'], quiet: true })
  const confirm = useConfirm()
  const includedPlaces = places.filter((place) => !excludedIds.has(place.propertyContactId))
  const count = describePlaces(includedPlaces)
  const confirmReplacement = async () =>
    (
      await confirm({
        title: `Replace ${name}?`,
        text: `Another person takes ${count}.`,
        confirmLabel: 'Replace',
      })
    ).confirmed
  const submit = async (payload: Record<string, unknown>) => {
    const { values } = payload as z.infer<typeof schema>
    const propertyContactIds = includedPlaces.map((place) => place.propertyContactId)
    const replacement = await send({ body: { contactId, propertyContactIds, values, retire: true } })
    notify(`${name} is replaced at ${plural(replacement.properties, 'property', 'properties')}.`)
  }
  const setExcluded = (rows: readonly Place[], isExcluded: boolean) => {
    const next = new Set(excludedIds)
    for (const { propertyContactId } of rows)
      isExcluded ? next.add(propertyContactId) : next.delete(propertyContactId)
    setExcludedIds(next)
    return true
  }
  return (
    <>
      <p role="status">
        {name} is named at {plural(places.length, 'place', 'places')}; {count} will change.
      </p>
      <DataTable
        caption="Places"
        rows={places}
        columns={[
          ...placeColumns,
          col.text('Replaced', (place) => (excludedIds.has(place.propertyContactId) ? 'No' : 'Yes'), {
            width: 100,
          }),
        ]}
        rowKey={(place) => place.propertyContactId}
        height={360}
        csvName="places-of-a-contact"
        select={{
          label: (place) => `${place.propertyName}, ${getTypeLabel(place.contactTypeId)}`,
          actions: [
            { label: 'Leave out', run: (rows) => setExcluded(rows, true) },
            { label: 'Replace too', run: (rows) => setExcluded(rows, false) },
          ],
        }}
      />
      <Form schema={schema} values={blank} onSubmit={submit} strict label="Replacement">
        <h2>Replacement</h2>
        <ErrorSummary />
        <ReplacementFields at="values" />
        <FormButtons save={null} submit="Replace" confirm={confirmReplacement} />
      </Form>
    </>
  )
}
