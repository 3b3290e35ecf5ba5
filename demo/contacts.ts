import { ContactType, contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
import { hash } from './chance.ts'
import { getDomain, inventPhone } from './companies.ts'
import type { Company, Contact, Property, PropertyContact } from './types.ts'

/** Ownership is invented: each property belongs to one of so many partnerships. */
const partnerships = 90
const ownerTypes = [ContactType.GeneralPartner, ContactType.LimitedPartner]
const managerTypes = [
  ContactType.RegionalContact,
  ContactType.LeasingAgent,
  ContactType.ComplianceContact,
  ContactType.PrimaryContact,
  ContactType.OccupancyContact,
  ContactType.FinancialContact,
]

const getPartnership = (property: Property): string =>
  `Demonstration Housing Partners ${String((hash(`owner ${property.source}`) % partnerships) + 1).padStart(3, '0')}`

/** Collects contacts, each role of an organization once. */
class AddressBook {
  readonly contacts: Contact[] = []
  private readonly byRole = new Map<string, Contact>()

  contactFor(type: number, organisation: string, city: string): number {
    const title = contactTypeLabels[type] ?? ''
    const key = `${title}, ${organisation}`
    const existing = this.byRole.get(key)
    if (existing) return existing.id
    const contact: Contact = {
      id: this.contacts.length + 1,
      name: key,
      title,
      company: organisation,
      city,
      phone: inventPhone(key),
      email: `${title.toLowerCase().replace(' ', '.')}@${getDomain(organisation)}`,
    }
    this.byRole.set(key, contact)
    this.contacts.push(contact)
    return contact.id
  }
}

/**
 * A contact of each of the eight types for every property. They are roles ("Regional Contact, Bell Management
 * Inc."), not persons, and write to `.example`: all invented.
 */
export function inventContacts(
  properties: readonly Property[],
  companies: readonly Company[],
): { contacts: Contact[]; propertyContacts: PropertyContact[] } {
  const book = new AddressBook()
  const cityByKey = new Map(companies.map((company) => [company.name, company.city]))
  const propertyContacts = properties.flatMap((property) => {
    const manager = property.managementCompany ?? property.ownerName ?? property.name
    const owner = property.ownerManaged ? manager : getPartnership(property)
    const link = (type: number, organisation: string): PropertyContact => ({
      propertyId: property.id,
      contactId: book.contactFor(type, organisation, cityByKey.get(organisation) ?? property.city),
      contactType: type,
    })
    return [
      ...ownerTypes.map((type) => link(type, owner)),
      ...managerTypes.map((type) => link(type, manager)),
    ]
  })
  return { contacts: book.contacts, propertyContacts }
}
