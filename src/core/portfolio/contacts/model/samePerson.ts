import type { ContactValues } from './values.ts'

/**
 * When two contacts are one person: the same name, and the same e-mail address or, where one has none, the
 * same phone number. Contacts with different names are different people, even with the same e-mail address.
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

/** Whether two contacts are certainly the same person. */
export function isSamePerson(person: Person, other: Person): boolean {
  const name = nameKey(person)
  if (!name || name !== nameKey(other)) return false
  const [email, otherEmail] = [emailKey(person), emailKey(other)]
  if (email && otherEmail) return email === otherEmail
  return phoneKey(person) !== '' && phoneKey(person) === phoneKey(other)
}

/**
 * Returns the groups of two or more contacts that are the same person, in the order of `people`. A contact
 * without an e-mail address joins the person with its name and phone; if two persons match, it joins none.
 */
export function groupPeople<P extends Person>(people: readonly P[]): P[][] {
  const byName = Map.groupBy(people.filter(nameKey), nameKey)
  return [...byName.values()].flatMap(groupNamesakes).filter((group) => group.length > 1)
}

/** Groups contacts of the same name by e-mail address, then adds those that have only a phone number. */
function groupNamesakes<P extends Person>(people: readonly P[]): P[][] {
  const groups = [...Map.groupBy(people.filter(emailKey), emailKey).values()]
  const withoutEmailByPhone = Map.groupBy(
    people.filter((person) => !emailKey(person)),
    phoneKey,
  )
  for (const [phone, members] of withoutEmailByPhone) {
    const matchingGroups = phone
      ? groups.filter((group) => group.some((item) => phoneKey(item) === phone))
      : []
    if (matchingGroups.length === 1) matchingGroups[0]!.push(...members)
    else if (phone) groups.push(members)
  }
  return groups
}
