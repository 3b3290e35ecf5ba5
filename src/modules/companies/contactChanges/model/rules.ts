import { contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
import {
  type ContactValues,
  contactFaults,
  contactFields,
  ownerTypes,
  samePerson,
  sameText,
  type ZipStates,
} from '#ground/portfolio/contacts/model/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ContactChange } from './entities.ts'

/** A line as submission checks it, with the persons its scope has now. */
export type CheckedLine = Pick<
  ContactChange,
  'kind' | 'contactTypeId' | 'contactId' | 'oldValues' | 'newValues' | 'effectiveDate'
>

/** An existing contact: the person and the type. */
export type Standing = ContactValues & { contactId: number; contactTypeId: number }

/** The facts for the rules other than the filed lines. */
export type Filed = {
  managementCompanyId: number | null
  contacts: readonly Standing[]
  files: readonly unknown[]
  zipStates: Readonly<Record<string, string>>
}

/** Everything in the way of a submission, each fault at its field. */
export function submitFaults(
  { reason, lines }: { reason: string | null; lines: readonly CheckedLine[] },
  { managementCompanyId, contacts, files, zipStates }: Filed,
): Fault[] {
  const faults: Fault[] = []
  const context = {
    contacts,
    ofCompany: managementCompanyId !== null,
    zipStates: new Map(Object.entries(zipStates)),
  }
  if (!reason?.trim()) faults.push({ field: 'reason', message: 'Reason: *Field is required' })
  if (lines.length === 0) faults.push({ field: 'lines', message: 'Add at least one change.' })
  lines.forEach((line, index) => {
    for (const { field, message } of lineFaults(line, lines.slice(0, index), context))
      faults.push({ field: `lines.${index}.${field}`, message })
  })
  if (managementCompanyId === null && files.length === 0 && lines.some(isOwners))
    faults.push({
      field: 'documents',
      message: 'A change of general or limited partner needs the documents of the change of ownership.',
    })
  return faults
}

const isOwners = (line: CheckedLine): boolean => ownerTypes.includes(line.contactTypeId)

function lineFaults(
  line: CheckedLine,
  before: readonly CheckedLine[],
  { contacts, ofCompany, zipStates }: Pick<Filed, 'contacts'> & { ofCompany: boolean; zipStates: ZipStates },
): Fault[] {
  const faults: Fault[] = []
  const type = contactTypeLabels[line.contactTypeId] ?? 'contact'
  if (ofCompany && isOwners(line))
    faults.push({ field: 'contactTypeId', message: 'Owners are changed property by property.' })
  if (!line.effectiveDate)
    faults.push({ field: 'effectiveDate', message: 'Effective date: *Field is required' })
  if (line.kind !== 'Add' && !line.contactId)
    faults.push({ field: 'contactId', message: 'Contact: *Field is required' })
  if (before.some((checkedLine) => line.contactId !== null && isSame(checkedLine, line)))
    faults.push({ field: 'contactId', message: `The same ${type} is changed above already.` })
  if (line.kind === 'End') return faults
  const values = line.newValues ?? {}
  faults.push(...contactFaults(values, 'newValues.', zipStates))
  if (line.kind === 'Change' && line.oldValues && isUnchanged(line.oldValues, values))
    faults.push({ field: 'newValues.name', message: 'Nothing is changed.' })
  const matchingContacts = contacts.filter(
    (contact) => contact.contactTypeId === line.contactTypeId && contact.contactId !== line.contactId,
  )
  const twin = matchingContacts.find((item) => samePerson(item, values as ContactValues))
  if (twin) faults.push({ field: 'newValues.name', message: `${twin.name} is ${type} here already.` })
  return faults
}

const isSame = (checkedLine: CheckedLine, other: CheckedLine): boolean =>
  checkedLine.contactId === other.contactId && checkedLine.contactTypeId === other.contactTypeId

const isUnchanged = (old: ContactValues, requestedValues: Partial<ContactValues>): boolean =>
  contactFields.every((field) => sameText(old[field], requestedValues[field]))
