import { type Access, type Grants, mayAsAgency, type Need, roles } from '#kernel/model/access.ts'

/**
 * A person as the rules need them. `managementCompanyId` is null for the agency and for owners without a
 * company.
 */
export type Person = Grants & {
  active: boolean
  isAdmin: boolean
  isManager: boolean
  managementCompanyId: number | null
}

/** Whether a person may do something, the deciding rule of the specification, and why in words. */
export type Explanation = { may: boolean; rule: string; why: string }

const yes = (rule: string, why: string): Explanation => ({ may: true, rule, why })
const no = (rule: string, why: string): Explanation => ({ may: false, rule, why })
const hasRole = (person: Grants, role: number): boolean => person.roles.some((item) => item.id === role)

/**
 * Applies the rules that come before all entries: a closed account, and the agency's roles (NAV-03,
 * PER-07).
 */
function explainByRole(person: Person, need: Need): Explanation | null {
  if (!person.active) return no('', 'The account is not active, so no one can sign in with it.')
  if (hasRole(person, roles.agencyWrite))
    return yes('PER-07', 'People of the agency pass every permission check.')
  if (!hasRole(person, roles.agencyRead)) return null
  return need === 'read'
    ? yes('PER-07', 'People of the agency pass every permission check.')
    : no('NAV-03', 'The role of this person reads everything and writes nothing.')
}

/**
 * Applies the rights that open properties for every key: Global_Admin, company administrator, main user
 * (PER-09, PER-10, PER-12).
 */
function explainBySuperUser(person: Person, need: Need, propertyId?: number): Explanation | null {
  const allows = (entry: { read: boolean; write: boolean }) => entry.write || (need === 'read' && entry.read)
  if (person.permissions.some((entry) => entry.key === 'Global_Admin' && allows(entry)))
    return yes('PER-12', 'An entry Global_Admin opens every property and every permission.')
  const includesProperty = (properties: readonly number[]) =>
    propertyId === undefined ? properties.length > 0 : properties.includes(propertyId)
  if (person.isMcAdmin && includesProperty(person.projects))
    return yes(
      'PER-10',
      'A company administrator passes every check on the company’s and the assigned properties.',
    )
  if (includesProperty(person.mainUserProject))
    return yes('PER-10', 'The main user of a property passes every check on it.')
  return null
}

/**
 * Explains whether a person may do what a permission key guards, and by which rule. Without a property, it
 * means anywhere. Agrees with `holds` and with the database's scope, in which agency readers cannot write.
 */
export function explain(person: Person, key: string, need: Need, propertyId?: number): Explanation {
  const explanation = explainByRole(person, need) ?? explainBySuperUser(person, need, propertyId)
  if (explanation) return explanation
  const here = person.permissions.filter(
    (permission) => propertyId === undefined || permission.propertyId === propertyId,
  )
  const entries = here.filter((permissionEntry) => permissionEntry.key === key)
  const place = propertyId === undefined ? 'on some property' : 'on this property'
  if (entries.some((permissionEntry) => permissionEntry.write))
    return yes('PER-13', `An entry ${key} ${place} lets this person write, and so read.`)
  if (entries.some((permissionEntry) => permissionEntry.read))
    return need === 'read'
      ? yes('PER-12', `An entry ${key} ${place} lets this person read.`)
      : no('PER-13', `The entry ${key} ${place} lets this person read, but not write.`)
  if (
    person.permissions.some((permission) => permission.key === key && (permission.read || permission.write))
  )
    return no('PER-12', `There is no entry ${key} on this property, though there is one on another.`)
  return no('PER-12', `There is no entry ${key} ${propertyId === undefined ? 'on any property' : place}.`)
}

/** Explains whether a signed-in person may see a property at all, through an assignment or any entry. */
function explainAssignment(person: Person, propertyId: number): Explanation {
  const explanation = explainByRole(person, 'read') ?? explainBySuperUser(person, 'read', propertyId)
  if (explanation) return explanation
  if (person.projects.includes(propertyId)) return yes('PER-09', 'The property is assigned to this person.')
  const entry = person.permissions.find(
    (permission) => permission.propertyId === propertyId && (permission.read || permission.write),
  )
  return entry
    ? yes('PER-12', `An entry ${entry.key} on this property opens what every tie opens.`)
    : no('PER-12', 'The property is not assigned to this person, and there is no entry on it.')
}

const agencyWords = {
  read: 'people of the agency',
  write: 'people of the agency who write',
  manager: 'managers of the agency',
  admin: 'administrators of the agency',
} as const

/** Explains in the same way the access that a call or a screen requires. */
export function explainAccess(person: Person, access: Access, propertyId?: number): Explanation {
  if (access.kind === 'anyone') return yes('CAL-01', 'This is open to everybody, also without signing in.')
  if (!person.active) return no('', 'The account is not active, so no one can sign in with it.')
  if (access.kind === 'permission') return explain(person, access.key, access.need, propertyId)
  if (access.kind === 'signedIn')
    return propertyId === undefined
      ? yes(
          'NAV-10',
          'This needs no permission: everyone who is signed in may do it, for the properties open to them.',
        )
      : explainAssignment(person, propertyId)
  const ids = person.roles.map((role) => role.id)
  const isAgencyPerson = ids.includes(roles.agencyWrite) || ids.includes(roles.agencyRead)
  if (access.kind === 'agency' || isAgencyPerson) {
    const need = access.kind === 'agency' ? access.need : access.agency
    return mayAsAgency({ ...person, roles: ids }, need)
      ? yes('PER-05', `This is for ${agencyWords[need]}, and this person is one.`)
      : no('PER-05', `This is for ${agencyWords[need]}, and this person is none.`)
  }
  if (person.managementCompanyId === null)
    return no('PER-04', 'This is for people of a company, and this person has none.')
  if (person.isMcAdmin || ids.includes(roles.companyPrimaryUser))
    return yes('PER-04', 'The person is a primary user, for the records of the own company.')
  return access.need === 'read'
    ? yes('PER-04', 'The person belongs to a company and may read its records.')
    : no('PER-04', 'This is for primary users of a company.')
}
