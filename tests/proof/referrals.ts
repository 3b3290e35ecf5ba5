import type { Rows } from './occupancy.ts'
import { type Contact, countDays, findLatest, type Tables } from './tables.ts'

/**
 * Report 14, computed independently of the product from domains 23 and 35.1: each property's referral agency
 * today.
 */

const FILED = 2
const EXHIBIT_Z = 7

/**
 * Chooses the contact of the referral agency: among the contacts marked as such, an active one, and among
 * those the one added last.
 */
const chooseContact = (contacts: readonly Contact[]): Contact | undefined =>
  contacts
    .filter((contact) => contact.flagged)
    .toSorted((contact, other) => Number(other.active) - Number(contact.active) || other.tie - contact.tie)[0]

/**
 * Returns the rows of the report. The agency and its agreement come from the newest certification that was
 * filed.
 */
export function computeAgencyRows({ tables, today }: { tables: Tables; today: string }): Rows {
  const contacts = Map.groupBy(tables.contacts, (contact) => contact.property)
  const filed = Map.groupBy(
    tables.certifications.filter((certification) => certification.status >= FILED),
    (certification) => certification.property,
  )
  const changes = Map.groupBy(tables.contactChanges, (contactChange) => contactChange.property)
  const propertiesWithExhibitZ = new Set(
    tables.schedules.filter((schedule) => schedule.type === EXHIBIT_Z).map((schedule) => schedule.property),
  )
  return tables.places.flatMap((place): Rows => {
    const certification = filed.get(place.id)?.toSorted((item, other) => other.year - item.year)[0]
    const contact = chooseContact(contacts.get(place.id) ?? [])
    if (!certification && !contact && !propertiesWithExhibitZ.has(place.id)) return []
    const since = findLatest(
      (changes.get(place.id) ?? [])
        .filter((item) => contact && item.contact === contact.id)
        .map((item) => item.at),
    )
    const { ends = null, closed: closedOn = null, year = null } = certification ?? {}
    return [
      {
        propertyId: place.id,
        property: place.name,
        propertyNumber: place.number,
        company: place.company,
        lra: certification?.lra ?? contact?.company ?? null,
        contact: contact?.name ?? null,
        phone: contact?.phone ?? null,
        email: contact?.email ?? null,
        agreementEnd: ends,
        daysLeft: ends === null ? null : countDays(today, ends),
        closedOn: closedOn,
        certifiedYear: year,
        updated: since,
      },
    ]
  })
}

/** Answers whether a property has no agency, or one that is closed or whose agreement ended before today. */
export const lacksAgency = ({ lra, closedOn, daysLeft }: Rows[number]): boolean =>
  lra === null || closedOn !== null || (daysLeft !== null && Number(daysLeft) < 0)
