import { Field, FieldRow } from '#ui/form/Field.tsx'

/** The form fields of a contact's details; `at` is the path of the contact in the form. */
export function ContactFields({ at }: { at: string }) {
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
