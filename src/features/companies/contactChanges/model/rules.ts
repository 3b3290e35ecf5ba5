import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import {
  type ContactValues,
  contactFields,
  getContactFaults,
  isSameText,
  ownerTypes,
  samePerson,
  type ZipStates,
} from '#core/portfolio/contacts/model/index.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ContactChange } from './entities.ts'

/** The values of a line that the rules of submission check. */
export type CheckedLine = Pick<
  ContactChange,
  'kind' | 'contactTypeId' | 'contactId' | 'oldValues' | 'newValues' | 'effectiveDate'
>

/** An existing contact: the person and the contact type. */
export type ExistingContact = ContactValues & { contactId: number; contactTypeId: number }

/** The facts that the rules need besides the lines. */
export type RequestFacts = {
  managementCompanyId: number | null
  contacts: readonly ExistingContact[]
  files: readonly unknown[]
  zipStates: Readonly<Record<string, string>>
}

/** Returns all faults that prevent a request from being submitted, each with its field. */
export function getRequestFaults(
  { reason, lines }: { reason: string | null; lines: readonly CheckedLine[] },
  { managementCompanyId, contacts, files, zipStates }: RequestFacts,
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
    for (const { field, message } of getLineFaults(line, lines.slice(0, index), context))
      faults.push({ field: `lines.${index}.${field}`, message })
  })
  if (managementCompanyId === null && files.length === 0 && lines.some(isOwnerType))
    faults.push({
      field: 'documents',
      message: 'A change of general or limited partner needs the documents of the change of ownership.',
    })
  return faults
}

const isOwnerType = (line: CheckedLine): boolean => ownerTypes.includes(line.contactTypeId)

function getLineFaults(
  line: CheckedLine,
  earlierLines: readonly CheckedLine[],
  {
    contacts,
    ofCompany,
    zipStates,
  }: Pick<RequestFacts, 'contacts'> & { ofCompany: boolean; zipStates: ZipStates },
): Fault[] {
  const faults: Fault[] = []
  const type = contactTypeLabels[line.contactTypeId] ?? 'contact'
  if (ofCompany && isOwnerType(line))
    faults.push({ field: 'contactTypeId', message: 'Owners are changed property by property.' })
  if (!line.effectiveDate)
    faults.push({ field: 'effectiveDate', message: 'Effective date: *Field is required' })
  if (line.kind !== 'Add' && !line.contactId)
    faults.push({ field: 'contactId', message: 'Contact: *Field is required' })
  if (earlierLines.some((checkedLine) => line.contactId !== null && isSameContact(checkedLine, line)))
    faults.push({ field: 'contactId', message: `The same ${type} is changed above already.` })
  if (line.kind === 'End') return faults
  const values = line.newValues ?? {}
  faults.push(...getContactFaults(values, 'newValues.', zipStates))
  if (line.kind === 'Change' && line.oldValues && isUnchanged(line.oldValues, values))
    faults.push({ field: 'newValues.name', message: 'Nothing is changed.' })
  const matchingContacts = contacts.filter(
    (contact) => contact.contactTypeId === line.contactTypeId && contact.contactId !== line.contactId,
  )
  const duplicate = matchingContacts.find((item) => samePerson(item, values as ContactValues))
  if (duplicate)
    faults.push({ field: 'newValues.name', message: `${duplicate.name} is ${type} here already.` })
  return faults
}

const isSameContact = (checkedLine: CheckedLine, other: CheckedLine): boolean =>
  checkedLine.contactId === other.contactId && checkedLine.contactTypeId === other.contactTypeId

const isUnchanged = (old: ContactValues, requestedValues: Partial<ContactValues>): boolean =>
  contactFields.every((field) => isSameText(old[field], requestedValues[field]))
