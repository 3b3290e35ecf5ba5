import type { ContactValues } from './values.ts'

/**
 * When two contacts are one person: the same name, and the same e-mail address or, where one has none, the
 * same phone number. An address shared by people of different names makes them no one person.
 */

/** The fields that identify a person. */
export type Person = Pick<ContactValues, 'name' | 'email' | 'phone'>

const nameKey = (person: Person): string =>
  (person.name ?? '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''
const emailKey = (person: Person): string => (person.email ?? '').trim().toLowerCase()
const phoneKey = (person: Person): string =>
  (person.phone ?? '').replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

/** Whether two contacts are surely one person. */
export function samePerson(person: Person, other: Person): boolean {
  const name = nameKey(person)
  if (!name || name !== nameKey(other)) return false
  const [email, otherEmail] = [emailKey(person), emailKey(other)]
  if (email && otherEmail) return email === otherEmail
  return phoneKey(person) !== '' && phoneKey(person) === phoneKey(other)
}

/**
 * Groups of two and more contacts that are one person each, in the order given. A contact without an e-mail
 * address joins the one person of its name and phone; where that would be two persons, none.
 */
export function groupPeople<P extends Person>(people: readonly P[]): P[][] {
  const byName = Map.groupBy(people.filter(nameKey), nameKey)
  return [...byName.values()].flatMap(groupsOfName).filter((group) => group.length > 1)
}

function groupsOfName<P extends Person>(people: readonly P[]): P[][] {
  const groups = [...Map.groupBy(people.filter(emailKey), emailKey).values()]
  const loose = Map.groupBy(
    people.filter((person) => !emailKey(person)),
    phoneKey,
  )
  for (const [phone, members] of loose) {
    const fitting = phone ? groups.filter((group) => group.some((item) => phoneKey(item) === phone)) : []
    if (fitting.length === 1) fitting[0]!.push(...members)
    else if (phone) groups.push(members)
  }
  return groups
}
