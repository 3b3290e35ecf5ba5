import { ContactType, contactTypeLabels } from '#ground/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ContactChange } from './entities.ts'
import { samePerson } from './samePerson.ts'
import { type ContactField, type ContactValues, contactFieldLabels, contactFields, sameText } from './values.ts'

/** The types that own a property; a change of them needs the documents of the change of ownership. */
const ownerTypes: readonly number[] = [ContactType.GeneralPartner, ContactType.LimitedPartner]

/** Every contact type, in the order of the specification. */
export const contactTypes: readonly number[] = Object.values(ContactType)

/** The types a management company has of its own: all but the owner's. */
export const companyTypes: readonly number[] = contactTypes.filter((type) => !ownerTypes.includes(type))

/** Types that nobody is named for. Told as a warning, never in the way of anything. */
export const missingTypes = (present: readonly number[], wanted: readonly number[] = contactTypes): number[] =>
  wanted.filter((type) => !present.includes(type))

const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/

function emailFault(email: string): string | null {
  if (ADDRESS.test(email)) return null
  const several = email.split(/[\s,;]+/).filter((part) => part.includes('@')).length > 1
  return several
    ? 'Enter one e-mail address; each person gets an entry of their own.'
    : 'Enter an e-mail address such as name@company.example.'
}

const isPhone = (phone: string): boolean =>
  /^\(\d{3}\) \d{3}-\d{4}$/.test(formatPhone(phone.replace(/\s*(x|ext\.?)\s*\d{1,6}$/i, '')))

const checks: Partial<Record<ContactField, (value: string) => string | null>> = {
  email: emailFault,
  zip: (zip) => (/^\d{5}(-?\d{4})?$/.test(zip) ? null : 'Enter a ZIP code of five or nine digits.'),
  phone: (phone) => (isPhone(phone) ? null : 'Enter a US phone number of ten digits, such as (573) 555-0100.'),
  state: (state) => (/^[A-Za-z]{2}$/.test(state) ? null : 'Enter a state by its two letters.'),
}

/** The state that each known ZIP code (five digits) lies in. */
export type ZipStates = ReadonlyMap<string, string>

/**
 * What is wrong with a contact's values, each fault at its field below `at`: name required, one valid e-mail address,
 * a ZIP code of five or nine digits that fits the state where it is known, a US phone number.
 */
export function contactFaults(values: Partial<ContactValues>, at = '', zipStates: ZipStates = new Map()): Fault[] {
  const fault = (field: ContactField, message: string): Fault => ({
    field: at + field,
    message: `${contactFieldLabels[field]}: ${message}`,
  })
  const faults: Fault[] = values.name?.trim() ? [] : [fault('name', '*Field is required')]
  for (const field of contactFields) {
    const value = values[field]?.trim()
    const message = value ? checks[field]?.(value) : null
    if (message) faults.push(fault(field, message))
  }
  const zip = values.zip?.trim().slice(0, 5) ?? ''
  const lies = zipStates.get(zip)
  const state = values.state?.trim().toUpperCase()
  if (lies && state && lies !== state) faults.push(fault('zip', `${zip} lies in ${lies}, not in ${state}.`))
  return faults
}

/** A line as submission checks it, with the persons its scope has now. */
export type CheckedLine = Pick<
  ContactChange,
  'kind' | 'contactTypeId' | 'contactId' | 'oldValues' | 'newValues' | 'effectiveDate'
>

/** A contact that stands already: who, and as what. */
export type Standing = ContactValues & { contactId: number; contactTypeId: number }

export type SubmitContext = { standing: readonly Standing[]; documents: number; zipStates: ZipStates }

/** Everything in the way of a submission, each fault at its field. */
export function submitFaults(
  request: { reason: string | null; managementCompanyId: number | null },
  lines: readonly CheckedLine[],
  context: SubmitContext,
): Fault[] {
  const faults: Fault[] = []
  if (!request.reason?.trim()) faults.push({ field: 'reason', message: 'Reason: *Field is required' })
  if (lines.length === 0) faults.push({ field: 'lines', message: 'Add at least one change.' })
  lines.forEach((line, index) => {
    for (const fault of lineFaults(line, lines.slice(0, index), request.managementCompanyId !== null, context))
      faults.push({ field: `lines.${index}.${fault.field}`, message: `Change ${index + 1}: ${fault.message}` })
  })
  if (request.managementCompanyId === null && context.documents === 0 && lines.some(isOwners))
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
  ofCompany: boolean,
  { standing, zipStates }: SubmitContext,
): Fault[] {
  const faults: Fault[] = []
  const type = contactTypeLabels[line.contactTypeId] ?? 'contact'
  if (ofCompany && isOwners(line))
    faults.push({ field: 'contactTypeId', message: 'Owners are changed property by property.' })
  if (!line.effectiveDate) faults.push({ field: 'effectiveDate', message: 'Effective date: *Field is required' })
  if (line.kind !== 'Add' && !line.contactId)
    faults.push({ field: 'contactId', message: 'Contact: *Field is required' })
  if (before.some((one) => line.contactId !== null && isSame(one, line)))
    faults.push({ field: 'contactId', message: `The same ${type} is changed above already.` })
  if (line.kind === 'End') return faults
  const values = line.newValues ?? {}
  faults.push(...contactFaults(values, 'newValues.', zipStates))
  if (line.kind === 'Change' && line.oldValues && isUnchanged(line.oldValues, values))
    faults.push({ field: 'newValues.name', message: 'Nothing is changed.' })
  const others = standing.filter((one) => one.contactTypeId === line.contactTypeId && one.contactId !== line.contactId)
  const twin = others.find((one) => samePerson(one, values as ContactValues))
  if (twin) faults.push({ field: 'newValues.name', message: `${twin.name} is ${type} here already.` })
  return faults
}

const isSame = (one: CheckedLine, other: CheckedLine): boolean =>
  one.contactId === other.contactId && one.contactTypeId === other.contactTypeId

const isUnchanged = (old: ContactValues, wanted: Partial<ContactValues>): boolean =>
  contactFields.every((field) => sameText(old[field], wanted[field]))
