import { ContactType, contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { hash } from './chance.ts'
import { getDomain, inventPhone } from './companies.ts'
import type { Company, Contact, Property, PropertyContact } from './types.ts'

/** The number of invented partnerships, to which the properties belong. */
const PARTNERSHIP_COUNT = 90
/** The types of contacts that are roles of the owner. */
const ownerTypes = [ContactType.GeneralPartner, ContactType.LimitedPartner]
/** The types of contacts that are roles of the manager. */
const managerTypes = [
  ContactType.RegionalContact,
  ContactType.LeasingAgent,
  ContactType.ComplianceContact,
  ContactType.PrimaryContact,
  ContactType.OccupancyContact,
  ContactType.FinancialContact,
]

/** Returns the invented partnership that owns a property. */
const getPartnership = (property: Property): string =>
  `Demonstration Housing Partners ${String((hash(`owner ${property.source}`) % PARTNERSHIP_COUNT) + 1).padStart(3, '0')}`

/** Collects contacts. Each role of an organization is one contact. */
class AddressBook {
  readonly contacts: Contact[] = []
  private readonly byRole = new Map<string, Contact>()

  /** Returns the id of the contact of an organization in a role, and adds the contact if it is new. */
  getOrAddContact(type: number, organization: string, city: string): number {
    const title = contactTypeLabels[type] ?? ''
    const key = `${title}, ${organization}`
    const existing = this.byRole.get(key)
    if (existing) return existing.id
    const contact: Contact = {
      id: this.contacts.length + 1,
      name: key,
      title,
      company: organization,
      city,
      phone: inventPhone(key),
      email: `${title.toLowerCase().replace(' ', '.')}@${getDomain(organization)}`,
    }
    this.byRole.set(key, contact)
    this.contacts.push(contact)
    return contact.id
  }
}

/**
 * Invents a contact of each of the eight types for every property. Contacts are roles ("Regional Contact,
 * Bell Management Inc."), not persons, and have `.example` addresses.
 */
export function inventContacts(
  properties: readonly Property[],
  companies: readonly Company[],
): { contacts: Contact[]; propertyContacts: PropertyContact[] } {
  const addressBook = new AddressBook()
  const cityByCompany = new Map(companies.map((company) => [company.name, company.city]))
  const propertyContacts = properties.flatMap((property) => {
    const manager = property.managementCompany ?? property.ownerName ?? property.name
    const owner = property.ownerManaged ? manager : getPartnership(property)
    const link = (type: number, organization: string): PropertyContact => ({
      propertyId: property.id,
      contactId: addressBook.getOrAddContact(
        type,
        organization,
        cityByCompany.get(organization) ?? property.city,
      ),
      contactType: type,
    })
    return [
      ...ownerTypes.map((type) => link(type, owner)),
      ...managerTypes.map((type) => link(type, manager)),
    ]
  })
  return { contacts: addressBook.contacts, propertyContacts }
}
