import { ContactType } from '#core/platform/lookups/model/index.ts'
import { formatPhone } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type ContactField, type ContactValues, contactFieldLabels, contactFields } from './values.ts'

/** The contact types of owners; changing such a contact needs the documents of the change of ownership. */
export const ownerTypes: readonly number[] = [ContactType.GeneralPartner, ContactType.LimitedPartner]

/** Every contact type, in the order of the specification. */
export const contactTypes: readonly number[] = Object.values(ContactType)

/** The contact types a management company may name for itself: all except those of owners. */
export const companyTypes: readonly number[] = contactTypes.filter((type) => !ownerTypes.includes(type))

/** The contact types that no contact in `present` covers. The screens only warn about them. */
export const getMissingTypes = (
  present: readonly number[],
  requiredTypes: readonly number[] = contactTypes,
): number[] => requiredTypes.filter((type) => !present.includes(type))

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/

function emailFault(email: string): string | null {
  if (EMAIL.test(email)) return null
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
  phone: (phone) =>
    isPhone(phone) ? null : 'Enter a US phone number of ten digits, such as (573) 555-0100.',
  state: (state) => (/^[A-Za-z]{2}$/.test(state) ? null : 'Enter a state by its two letters.'),
}

/** The state of each known ZIP code (five digits). */
export type ZipStates = ReadonlyMap<string, string>

/**
 * Finds the faults of a contact: a missing name, an invalid e-mail address, phone number or state, and a ZIP
 * code that is malformed or is in another state. `fieldPrefix` is put before the name of each faulty field.
 */
export function getContactFaults(
  values: Partial<ContactValues>,
  fieldPrefix = '',
  zipStates: ZipStates = new Map(),
): Fault[] {
  const fault = (field: ContactField, message: string): Fault => ({
    field: fieldPrefix + field,
    message: `${contactFieldLabels[field]}: ${message}`,
  })
  const faults: Fault[] = values.name?.trim() ? [] : [fault('name', '*Field is required')]
  for (const field of contactFields) {
    const value = values[field]?.trim()
    const message = value ? checks[field]?.(value) : null
    if (message) faults.push(fault(field, message))
  }
  const zip = values.zip?.trim().slice(0, 5) ?? ''
  const stateOfZip = zipStates.get(zip)
  const state = values.state?.trim().toUpperCase()
  if (stateOfZip && state && stateOfZip !== state)
    faults.push(fault('zip', `${zip} is in ${stateOfZip}, not in ${state}.`))
  return faults
}
