import type { Rows } from './occupancy.ts'
import { type Contact, daysFrom, max, type Tables } from './tables.ts'

/** Report 14, worked out a second time from domain 23 and 35.1: who refers households to each property now. */

const FILED = 2
const EXHIBIT_Z = 7

/** Of the contacts that are named as the agency's, the one that is still there, and of those the one tied last. */
const getPresent = (contacts: readonly Contact[]): Contact | undefined =>
  contacts
    .filter((one) => one.flagged)
    .toSorted((one, other) => Number(other.active) - Number(one.active) || other.tie - one.tie)[0]

/** Rows as the report has them; the agency and its agreement are those of the newest certification that was filed. */
export function agencies({ tables, today }: { tables: Tables; today: string }): Rows {
  const contacts = Map.groupBy(tables.contacts, (one) => one.property)
  const filed = Map.groupBy(
    tables.certifications.filter((one) => one.status >= FILED),
    (one) => one.property,
  )
  const changes = Map.groupBy(tables.contactChanges, (one) => one.property)
  const asked = new Set(tables.schedules.filter((one) => one.type === EXHIBIT_Z).map((one) => one.property))
  return tables.places.flatMap((place): Rows => {
    const said = filed.get(place.id)?.toSorted((one, other) => other.year - one.year)[0]
    const contact = getPresent(contacts.get(place.id) ?? [])
    if (!said && !contact && !asked.has(place.id)) return []
    const since = max(
      (changes.get(place.id) ?? []).filter((one) => contact && one.contact === contact.id).map((one) => one.at),
    )
    const { ends = null, closed = null, year = null } = said ?? {}
    return [
      {
        ...{ propertyId: place.id, property: place.name, propertyNumber: place.number, company: place.company },
        ...{ lra: said?.lra ?? contact?.company ?? null, contact: contact?.name ?? null },
        ...{ phone: contact?.phone ?? null, email: contact?.email ?? null, agreementEnd: ends },
        daysLeft: ends === null ? null : daysFrom(today, ends),
        ...{ closedOn: closed, certifiedYear: year, updated: since },
      },
    ]
  })
}

/** Without an agency, or with one that is closed or whose agreement ended before today. */
export const isWithout = ({ lra, closedOn, daysLeft }: Rows[number]): boolean =>
  lra === null || closedOn !== null || (daysLeft !== null && Number(daysLeft) < 0)
