import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  ContactValues,
  companyTypes,
  contactTypes,
  getContactValues,
  noValues,
} from '#core/portfolio/contacts/model/index.ts'
import type { ContactLine } from '#core/portfolio/contacts/web/index.ts'
import { getContactFields, getTypeLabel, getTypeOptions } from '#core/portfolio/contacts/web/index.ts'
import type { FormLines, FormValues, PartProps } from '#engines/review/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { lineNames } from '#ui/form/lineNames.ts'
import { withNewKey } from '#ui/form/lines.ts'
import { schemaAt } from '#ui/form/metadata.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { ContactChange, type ContactChangeRequest } from '../model/entities.ts'
import type { RequestDetail } from '../model/requests.ts'
import { getChangeTitle } from './ChangeCard.tsx'
import styles from './contacts.module.css'

const line = ContactChange.fields

/** A change as the form stores it. An end has empty new values, which are not displayed. */
const lineShape = z.object({
  contactChangeId: line.contactChangeId,
  clientKey: line.clientKey,
  kind: line.kind,
  contactTypeId: line.contactTypeId,
  contactId: line.contactId,
  oldValues: ContactValues.nullable(),
  newValues: ContactValues,
  everywhere: line.everywhere,
  effectiveDate: line.effectiveDate,
  reason: line.reason,
})
type FormLine = z.infer<typeof lineShape>

/** Converts the changes of a request to form values and back. */
export const formLines = {
  shape: { lines: z.array(lineShape).meta({ label: 'Changes', noun: 'Change' }) },
  valuesOf: ({ lines }) => ({
    lines: lines.map((line) => ({
      ...Object.fromEntries(Object.keys(lineShape.shape).map((name) => [name, line[name as keyof FormLine]])),
      newValues: line.newValues ?? noValues,
    })),
  }),
  sent: ({ lines }) => ({
    lines: (lines as FormLine[]).map(({ oldValues: _, ...sent }) => ({
      ...sent,
      newValues: sent.kind === 'End' ? null : sent.newValues,
    })),
  }),
} satisfies FormLines<RequestDetail>

type RequestValues = FormValues<typeof ContactChangeRequest, typeof formLines>
const Field = getField<RequestValues>()
const ContactFields = getContactFields<RequestValues>()

/** Returns a new change of a current contact, or of a new contact if none is given. */
function createLine(kind: FormLine['kind'], effectiveDate: string, contact?: ContactLine): FormLine {
  const values = contact ? getContactValues(contact) : noValues
  return {
    contactChangeId: 0,
    clientKey: null,
    kind,
    contactTypeId: contact?.contactTypeId ?? 3,
    contactId: contact?.contactId ?? null,
    oldValues: contact ? values : null,
    newValues: kind === 'Change' ? values : noValues,
    everywhere: false,
    effectiveDate,
    reason: null,
  }
}

const col = columns<ContactLine>()

const describeContact = (line: ContactLine) => `${line.name}, ${getTypeLabel(line.contactTypeId)}`

/** Returns the columns of the current contacts, with buttons that start a change or an end. */
function getContactColumns(addLine: (line: FormLine) => void) {
  return [
    col.text('Contact', (line) => line.name, { width: 220 }),
    col.text('Type', (line) => getTypeLabel(line.contactTypeId), { width: 160 }),
    col.node(
      'Actions',
      (line) => (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Change ${describeContact(line)}`}
            onClick={() => addLine(createLine('Change', today(), line))}
          >
            Change
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`End ${describeContact(line)}`}
            onClick={() => addLine(createLine('End', today(), line))}
          >
            End
          </Button>
        </>
      ),
      { width: 150 },
    ),
    col.text('Phone', (line) => formatPhone(line.phone), { width: 140 }),
    col.text('E-mail', (line) => line.email, { width: 240 }),
  ]
}

/**
 * Returns the changes of the form, and functions that add one with the focus in its first field and remove
 * one.
 */
function useChanges() {
  const { id: formId, form, session, schema } = useFormParts<RequestValues>()
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'lines',
    keyName: 'rowKey',
  })
  const focus = useRef<string | null>(null)
  useEffect(() => {
    // The focus moves to the first field of the change that was just added.
    if (focus.current !== null) document.getElementById(focus.current)?.focus()
    focus.current = null
  })
  const addLine = (line: FormLine) => {
    append(withNewKey(line, lineNames(schemaAt(schema, 'lines.*'))), { shouldFocus: false })
    session.noteChange('lines')
    const first =
      line.kind === 'End' ? 'effectiveDate' : line.kind === 'Add' ? 'contactTypeId' : 'newValues.name'
    focus.current = fieldId(formId, `lines.${fields.length}.${first}`)
  }
  const removeLine = (index: number) => {
    remove(index)
    session.faults.shift('lines', index, -1)
    session.noteChange('lines')
  }
  return { fields, addLine, removeLine }
}

/** The current contacts, which can be changed or ended, and the changes requested so far. */
export function ChangeLines({ detail }: PartProps<RequestDetail>) {
  const { id: formId } = useFormParts()
  const { fields, addLine, removeLine } = useChanges()
  const error = useFault('lines')
  return (
    <div className={styles.panel} id={fieldId(formId, 'lines')} tabIndex={-1}>
      <h2>Contacts now</h2>
      <DataTable
        caption="Contacts now"
        rows={detail.contacts}
        columns={getContactColumns(addLine)}
        rowKey={(line) => line.linkId}
        plain
        height="none"
        empty="Nobody is named yet."
      />
      <h2>Changes</h2>
      {error && <p role="alert">{error}</p>}
      {fields.length === 0 && <p className={styles.note}>Choose a contact above, or add somebody new.</p>}
      {fields.map((field, index) => (
        <LineFields key={field.rowKey} index={index} detail={detail} removeLine={() => removeLine(index)} />
      ))}
      <div>
        <Button variant="default" onClick={() => addLine(createLine('Add', today()))}>
          Add a contact
        </Button>
      </div>
    </div>
  )
}

function LineFields({
  index,
  detail,
  removeLine,
}: {
  index: number
  detail: RequestDetail
  removeLine: () => void
}) {
  const { form } = useFormParts<RequestValues>()
  const line = useWatch({ control: form.control, name: `lines.${index}` })
  const linePath = `lines.${index}` as const
  const ofCompany = detail.managementCompanyId !== null
  return (
    <section className={styles.card} aria-label={`Change ${index + 1}`}>
      <div className={styles.head}>
        <h3>
          {index + 1}. {getChangeTitle(line)}
        </h3>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Remove change ${index + 1}`}
          onClick={removeLine}
        >
          Remove
        </Button>
      </div>
      {line.kind === 'Add' && (
        <Field
          name={`${linePath}.contactTypeId`}
          options={getTypeOptions(ofCompany ? companyTypes : contactTypes)}
          width={260}
          required
        />
      )}
      {line.kind !== 'End' && <ContactFields at={`${linePath}.newValues`} />}
      <FieldRow>
        <Field name={`${linePath}.effectiveDate`} width={180} required />
        <Field name={`${linePath}.reason`} kind="text" />
      </FieldRow>
      {(line.kind !== 'Add' || ofCompany) && (
        <Field
          name={`${linePath}.everywhere`}
          words={
            line.kind === 'Add'
              ? 'At every property of the company, too'
              : 'Everywhere this person is named, not only here'
          }
        />
      )}
    </section>
  )
}
