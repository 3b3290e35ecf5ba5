import type { Rows } from './occupancy.ts'
import { type Contact, daysFrom, max, type Tables } from './tables.ts'

/**
 * Report 14, worked out a second time from domain 23 and 35.1: who refers households to each property now.
 */

const FILED = 2
const EXHIBIT_Z = 7

/**
 * Of the contacts that are named as the agency's, the one that is still there, and of those the one tied
 * last.
 */
const getPresent = (contacts: readonly Contact[]): Contact | undefined =>
  contacts
    .filter((contact) => contact.flagged)
    .toSorted((contact, other) => Number(other.active) - Number(contact.active) || other.tie - contact.tie)[0]

/**
 * Rows as the report has them; the agency and its agreement are those of the newest certification that was
 * filed.
 */
export function agencies({ tables, today }: { tables: Tables; today: string }): Rows {
  const contacts = Map.groupBy(tables.contacts, (contact) => contact.property)
  const filed = Map.groupBy(
    tables.certifications.filter((certification) => certification.status >= FILED),
    (certification) => certification.property,
  )
  const changes = Map.groupBy(tables.contactChanges, (contactChange) => contactChange.property)
  const query = new Set(
    tables.schedules.filter((schedule) => schedule.type === EXHIBIT_Z).map((schedule) => schedule.property),
  )
  return tables.places.flatMap((place): Rows => {
    const certification = filed.get(place.id)?.toSorted((item, other) => other.year - item.year)[0]
    const contact = getPresent(contacts.get(place.id) ?? [])
    if (!certification && !contact && !query.has(place.id)) return []
    const since = max(
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
        daysLeft: ends === null ? null : daysFrom(today, ends),
        closedOn: closedOn,
        certifiedYear: year,
        updated: since,
      },
    ]
  })
}

/** Without an agency, or with one that is closed or whose agreement ended before today. */
export const isWithout = ({ lra, closedOn, daysLeft }: Rows[number]): boolean =>
  lra === null || closedOn !== null || (daysLeft !== null && Number(daysLeft) < 0)
