import { Fieldset } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import type { EmailData } from '../model/calls.ts'
import { filterFields, type MailValues, type TemplateValues } from './schema.ts'

const Field = getField<MailValues & TemplateValues>()

/** The form fields for a mail's recipients and properties. `typesField` names the contact types' field. */
export function RecipientFields({
  data,
  typesField,
  children,
}: {
  data: EmailData
  typesField: 'contactTypeIds' | 'typeIds'
  children?: ReactNode
}) {
  return (
    <>
      <Fieldset legend="Recipients">
        <FieldRow>
          <Field name={typesField} kind="choices" options={data.contactTypes} label="Contact types" />
          <Field name="userIds" kind="choices" options={data.users} label="Users" />
        </FieldRow>
        <Field name="sendToMcAdmin" words="The administrators of each property’s company" />
        <Field
          name="sendToCertifiedBy"
          words="The person who signed the last certification of each property’s company"
        />
        {children}
      </Fieldset>
      <Fieldset legend="About these properties (all, where nothing is chosen)">
        <FieldRow>
          {filterFields.slice(0, 2).map(({ name, label, options }) => (
            <Field key={name} name={name} kind="choices" label={label} options={options(data)} />
          ))}
        </FieldRow>
        <FieldRow>
          {filterFields.slice(2, 4).map(({ name, label, options }) => (
            <Field key={name} name={name} kind="choices" label={label} options={options(data)} />
          ))}
        </FieldRow>
        <Field name="propertyIds" kind="choices" label="Property" options={filterFields[4].options(data)} />
      </Fieldset>
    </>
  )
}
