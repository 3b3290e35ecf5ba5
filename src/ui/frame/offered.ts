import { type Access, type Grants, holds, mayAsAgency, roles, seenAsAgency } from '#kernel/model/access.ts'

/** What a session tells of its person's rights. */
type Person = Grants & { isAdmin: boolean; isManager: boolean; managementCompanyId?: number | null }

/**
 * Whether a screen offers a call of this access, at a property where one is given: what the server would say,
 * from what the browser knows of the person.
 */
export function offered(person: Person, access: Access, propertyId?: number): boolean {
  const actor = { ...person, roles: person.roles.map(({ id }) => id) }
  const agency = seenAsAgency(person, false)
  switch (access.kind) {
    case 'permission':
      return agency ? mayAsAgency(actor, access.need) : holds(person, access.key, access.need, propertyId)
    case 'company':
      if (agency) return mayAsAgency(actor, access.agency)
      // Whoever was taken out of a company has none left to look at.
      if (person.managementCompanyId === null) return false
      return access.need === 'read' || person.isMcAdmin || actor.roles.includes(roles.companyPrimaryUser)
    case 'agency':
      return mayAsAgency(actor, access.need)
    default:
      return true
  }
}
