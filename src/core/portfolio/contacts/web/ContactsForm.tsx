import { useMemo } from 'react'
import { z } from 'zod'
import { id, text } from '#kernel/model/field.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { getContactFaults } from '../model/rules.ts'
import type { ContactInput } from '../model/shapes.ts'
import { ContactValues, getContactValues, noValues } from '../model/values.ts'
import type { ContactLine } from './types.ts'
import { getTypeOptions } from './words.ts'

const lineSchema = z.object({
  linkId: id('Entry'),
  contactTypeId: z.int('*Field is required').min(1).max(8).meta({ label: 'Contact type', kind: 'choice' }),
  ...ContactValues.shape,
  name: text('Name', 200),
  everywhere: z.boolean().meta({ label: 'Everywhere', kind: 'flag' }),
})
const schema = z
  .object({ contacts: z.array(lineSchema).meta({ label: 'Contacts', noun: 'Contact' }) })
  .superRefine(({ contacts }, check) => {
    contacts.forEach((contact, index) => {
      for (const { field, message } of getContactFaults(contact))
        check.addIssue({
          code: 'custom',
          path: ['contacts', index, field],
          message: message.replace(/^[^:]+: /, ''),
        })
    })
  })

const Field = getField(schema)
const LineItems = getLineItems(schema)

type Values = z.infer<typeof schema>

const blank = { ...noValues, linkId: 0, contactTypeId: null, everywhere: false }

function Details({ index }: { index: number }) {
  const fieldPath = `contacts.${index}` as const
  return (
    <>
      <FieldRow>
        <Field name={`${fieldPath}.title`} />
        <Field name={`${fieldPath}.company`} />
      </FieldRow>
      <FieldRow>
        <Field name={`${fieldPath}.address1`} />
        <Field name={`${fieldPath}.address2`} />
        <Field name={`${fieldPath}.city`} />
        <Field name={`${fieldPath}.state`} width={80} />
        <Field name={`${fieldPath}.zip`} kind="zip" width={130} />
      </FieldRow>
      <Field
        name={`${fieldPath}.everywhere`}
        words="If another person takes this place: everywhere the former one is named, not only here"
      />
    </>
  )
}

const renderDetails = (index: number) => <Details index={index} />

/** The form in which the agency edits all contacts of a property or company at once. */
export function ContactsForm({
  contacts,
  types,
  save,
}: {
  contacts: readonly ContactLine[]
  types: readonly number[]
  save: (contacts: ContactInput[]) => Promise<unknown>
}) {
  const values = useMemo(
    () => ({
      contacts: contacts.map((line) => ({
        linkId: line.linkId,
        contactTypeId: line.contactTypeId,
        ...getContactValues(line),
        everywhere: false,
      })),
    }),
    [contacts],
  )
  const columns = useMemo(
    () =>
      [
        { name: 'contactTypeId', width: 190, options: getTypeOptions(types) },
        { name: 'name' },
        { name: 'email', width: 240, kind: 'email' },
        { name: 'phone', width: 140, kind: 'phone' },
      ] as const,
    [types],
  )
  return (
    <Form
      schema={schema}
      values={values}
      onSave={async (values) => {
        await save((values as Values).contacts)
      }}
      strict
      label="Contacts"
    >
      <ErrorSummary />
      <LineItems
        name="contacts"
        columns={columns}
        blank={blank}
        renderDetail={renderDetails}
        maxLines={200}
      />
      <FormButtons save="Save contacts" primary />
    </Form>
  )
}
