import {
  type Access,
  countsAsAgency,
  type Grants,
  hasPermission,
  mayAsAgency,
  roles,
} from '#kernel/model/access.ts'

/** The rights of a person in the session. */
type Person = Grants & { isAdmin: boolean; isManager: boolean; managementCompanyId?: number | null }

/**
 * Whether a screen offers a call with this access, at a property if one is given. It predicts the server's
 * decision from the person's data in the browser.
 */
export function isOffered(person: Person, access: Access, propertyId?: number): boolean {
  const actor = { ...person, roles: person.roles.map(({ id }) => id) }
  const agency = countsAsAgency(person, false)
  switch (access.kind) {
    case 'permission':
      return agency
        ? mayAsAgency(actor, access.need)
        : hasPermission(person, access.key, access.need, propertyId)
    case 'company':
      if (agency) return mayAsAgency(actor, access.agency)
      // A person who was removed from a company has no company left to view.
      if (person.managementCompanyId === null) return false
      return access.need === 'read' || person.isMcAdmin || actor.roles.includes(roles.companyPrimaryUser)
    case 'agency':
      return mayAsAgency(actor, access.need)
    default:
      return true
  }
}
