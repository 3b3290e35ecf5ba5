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
} from '#ground/portfolio/contacts/model/index.ts'
import type { ContactLine } from '#ground/portfolio/contacts/web/index.ts'
import { ContactFields, typeLabel, typeOptions } from '#ground/portfolio/contacts/web/index.ts'
import { today } from '#kernel/model/dates.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import type { FormLines, PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { lineNames } from '#ui/form/lineNames.ts'
import { keyed } from '#ui/form/lines.ts'
import { schemaAt } from '#ui/form/metadata.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { ContactChange } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import { changeTitle } from './ChangeCard.tsx'
import styles from './contacts.module.css'

const line = ContactChange.fields

/** A change as the form holds it; an end keeps empty values that are not shown. */
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

/** The changes within the form, and how they travel. */
export const formLines: FormLines<Detail> = {
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
}

/** Returns a new change of a current contact, or of a new contact if none is given. */
function newLine(kind: FormLine['kind'], effectiveDate: string, contact?: ContactLine): FormLine {
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

const describeContact = (line: ContactLine) => `${line.name}, ${typeLabel(line.contactTypeId)}`

/** Columns of the current contacts, each with the buttons that begin a change of it. */
function standingColumns(begin: (line: FormLine) => void) {
  return [
    col.text('Contact', (line) => line.name, { width: 220 }),
    col.text('Type', (line) => typeLabel(line.contactTypeId), { width: 160 }),
    col.node(
      'Actions',
      (line) => (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Change ${describeContact(line)}`}
            onClick={() => begin(newLine('Change', today(), line))}
          >
            Change
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`End ${describeContact(line)}`}
            onClick={() => begin(newLine('End', today(), line))}
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

/** The changes of the form: begun with the focus in their first field, and dropped. */
function useChanges() {
  const { id: formId, form, session, schema } = useFormParts()
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'lines',
    keyName: 'rowKey',
  })
  const focus = useRef<string | null>(null)
  useEffect(() => {
    // The first field of the change that was just begun.
    if (focus.current !== null) document.getElementById(focus.current)?.focus()
    focus.current = null
  })
  const begin = (line: FormLine) => {
    append(keyed(line, lineNames(schemaAt(schema, 'lines.*'))), { shouldFocus: false })
    session.noteChange('lines')
    const first =
      line.kind === 'End' ? 'effectiveDate' : line.kind === 'Add' ? 'contactTypeId' : 'newValues.name'
    focus.current = fieldId(formId, `lines.${fields.length}.${first}`)
  }
  const drop = (index: number) => {
    remove(index)
    session.faults.shift('lines', index, -1)
    session.noteChange('lines')
  }
  return { fields, begin, drop }
}

/** The current contacts, which can be changed or ended, and the changes requested so far. */
export function ChangeLines({ detail }: PartProps<Detail>) {
  const { id: formId } = useFormParts()
  const { fields, begin, drop } = useChanges()
  const error = useFault('lines')
  return (
    <div className={styles.panel} id={fieldId(formId, 'lines')} tabIndex={-1}>
      <h2>Contacts now</h2>
      <DataTable
        caption="Contacts now"
        rows={detail.contacts}
        columns={standingColumns(begin)}
        rowKey={(line) => line.linkId}
        plain
        height="none"
        empty="Nobody is named yet."
      />
      <h2>Changes</h2>
      {error && <p role="alert">{error}</p>}
      {fields.length === 0 && <p className={styles.note}>Choose a contact above, or add somebody new.</p>}
      {fields.map((field, index) => (
        <LineFields key={field.rowKey} index={index} detail={detail} drop={() => drop(index)} />
      ))}
      <div>
        <Button variant="default" onClick={() => begin(newLine('Add', today()))}>
          Add a contact
        </Button>
      </div>
    </div>
  )
}

function LineFields({ index, detail, drop }: { index: number; detail: Detail; drop: () => void }) {
  const { form } = useFormParts()
  const line = useWatch({ control: form.control, name: `lines.${index}` }) as FormLine
  const linePath = `lines.${index}`
  const ofCompany = detail.managementCompanyId !== null
  return (
    <section className={styles.card} aria-label={`Change ${index + 1}`}>
      <div className={styles.head}>
        <h3>
          {index + 1}. {changeTitle(line)}
        </h3>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Remove change ${index + 1}`}
          onClick={drop}
        >
          Remove
        </Button>
      </div>
      {line.kind === 'Add' && (
        <Field
          name={`${linePath}.contactTypeId`}
          options={typeOptions(ofCompany ? companyTypes : contactTypes)}
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
