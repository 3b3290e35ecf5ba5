import { z } from 'zod'
import { ContactValues, noValues, valuesOf } from '#ground/contacts/model/index.ts'
import type { ContactLine } from '#ground/contacts/web/index.ts'
import { flag } from '#kernel/model/field.ts'
import { ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { submitFaults } from '../model/rules.ts'
import type { Detail } from './types.ts'

const line = ContactChange.fields

/** A change as the form holds it; an end keeps empty values that are not shown. */
const lineShape = z.object({
  contactChangeId: line.contactChangeId,
  kind: line.kind,
  contactTypeId: line.contactTypeId,
  contactId: line.contactId,
  oldValues: ContactValues.nullable(),
  newValues: ContactValues,
  everywhere: flag('Everywhere this person is named'),
  effectiveDate: line.effectiveDate,
  reason: line.reason,
})
export type FormLine = z.infer<typeof lineShape>

const shape = z.object({
  reason: ContactChangeRequest.fields.reason,
  lines: z.array(lineShape).meta({ label: 'Changes', noun: 'Change' }),
})
export type FormValues = z.infer<typeof shape> & { version: number }

/** What the form holds of a request. */
export const formValuesOf = (detail: Detail): FormValues => ({
  version: detail.version,
  reason: detail.reason,
  lines: detail.lines.map((one) => ({
    contactChangeId: one.contactChangeId,
    kind: one.kind,
    contactTypeId: one.contactTypeId,
    contactId: one.contactId,
    oldValues: one.oldValues,
    newValues: one.newValues ?? noValues,
    everywhere: one.everywhere,
    effectiveDate: one.effectiveDate,
    reason: one.reason,
  })),
})

/** A new line about a contact that stands now; without one, about a new contact. */
export function newLine(kind: FormLine['kind'], today: string, contact?: ContactLine): FormLine {
  const values = contact ? valuesOf(contact) : noValues
  return {
    contactChangeId: 0,
    kind,
    contactTypeId: contact?.contactTypeId ?? 3,
    contactId: contact?.contactId ?? null,
    oldValues: contact ? values : null,
    newValues: kind === 'Change' ? values : noValues,
    everywhere: false,
    effectiveDate: today,
    reason: null,
  }
}

/** The strict rules of submit over the form's values, the same the server runs. `latest` answers the request as last known. */
export const strictSchema = (latest: () => Detail) =>
  shape.superRefine((values, check) => {
    const { contacts, documents, managementCompanyId } = latest()
    const standing = contacts.map((one) => ({
      ...valuesOf(one),
      contactId: one.contactId,
      contactTypeId: one.contactTypeId,
    }))
    const context = { standing, documents: documents.length, zipStates: new Map<string, string>() }
    for (const { field, message } of submitFaults(
      { reason: values.reason, managementCompanyId },
      values.lines,
      context,
    )) {
      check.addIssue({
        code: 'custom',
        path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        message: message.replace(/^Change \d+: /, ''),
      })
    }
  })
