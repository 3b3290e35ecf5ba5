import type { ComponentType } from 'react'
import { FieldRow, getPartField } from '#ui/form/Field.tsx'
import type { FieldPath } from '#ui/form/fieldPath.ts'
import type { ContactValues } from '../model/values.ts'

const Field = getPartField<ContactValues>()

type ContactFieldsOf<Path extends string> = ComponentType<{ at: Path }>

/**
 * Returns the form fields of a contact's details, for a form with these values; `at` is the path of the
 * contact in it.
 */
export const getContactFields = <Values,>(): ContactFieldsOf<FieldPath<Values>> => ContactFields

function ContactFields({ at }: { at: string }) {
  return (
    <>
      <FieldRow>
        <Field name={`${at}.name`} required />
        <Field name={`${at}.title`} />
        <Field name={`${at}.company`} />
      </FieldRow>
      <FieldRow>
        <Field name={`${at}.email`} kind="email" />
        <Field name={`${at}.phone`} kind="phone" width={180} />
      </FieldRow>
      <FieldRow>
        <Field name={`${at}.address1`} />
        <Field name={`${at}.address2`} />
      </FieldRow>
      <FieldRow>
        <Field name={`${at}.city`} />
        <Field name={`${at}.state`} width={80} />
        <Field name={`${at}.zip`} kind="zip" width={130} />
      </FieldRow>
    </>
  )
}
