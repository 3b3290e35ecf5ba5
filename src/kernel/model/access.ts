/**
 * Who may do what: the only place that decides. The server loads the actor once per request (the database
 * works out the property scope by the same rules and enforces it); the browser uses the list of the log-in
 * answer to decide what to show. Source: spec rules PER-01…PER-16.
 */

/** Role ids (PER-01…PER-04). */
export const roles = { agencyWrite: 1, agencyRead: 2, generalUser: 3, companyPrimaryUser: 4 } as const

/**
 * Permission keys exactly as the specification spells them (NAV-08): each is declared here by the subject it
 * opens, by declaration merging. `Global_Admin` opens all of them.
 */
export interface PermissionKeys {
  Global_Admin: true
}

export type PermissionKey = keyof PermissionKeys
export type Need = 'read' | 'write'
export type AgencyNeed = Need | 'manager' | 'admin'

/** The rights that a call or screen requires of its caller. */
export type Access =
  | { kind: 'anyone' }
  | { kind: 'signedIn' }
  | { kind: 'permission'; key: PermissionKey; need: Need }
  | { kind: 'company'; need: Need; agency: AgencyNeed }
  | { kind: 'agency'; need: AgencyNeed }

export const anyone: Access = { kind: 'anyone' }
export const signedIn: Access = { kind: 'signedIn' }
export const permission = (key: PermissionKey, need: Need): Access => ({ kind: 'permission', key, need })
/**
 * For records of a company: its people read, its primary users write; the agency as its roles allow, or as
 * said apart.
 */
export const company = (need: Need, agencyNeed: AgencyNeed = need): Access => ({
  kind: 'company',
  need,
  agency: agencyNeed,
})
export const agency = (need: AgencyNeed): Access => ({ kind: 'agency', need })

/** Properties a scope holds: null means every property. */
export type Scope = number[] | null

/** The person behind a request. */
export type Actor = {
  userId: number
  userName: string
  name: string
  email: string
  roles: number[]
  isAdmin: boolean
  isManager: boolean
  isMcAdmin: boolean
  /** The companies the person works for, the first one first; a call for "the own company" means that. */
  managementCompanyIds: number[]
  sessionId: number
  /** Where this caller holds what this call demands. */
  scope: { read: Scope; write: Scope }
  /**
   * People who are no second person to this one: one made the other's account, or changed its rights, lately.
   */
  tiedTo: readonly number[]
}

/** PER-05: an agency user holds role 1 or 2. */
export const isAgency = (actor: { roles: number[] }): boolean =>
  actor.roles.includes(roles.agencyWrite) || actor.roles.includes(roles.agencyRead)
/** Agency readers never write, even where a screen shows a form. */
export const isAgencyWriter = (actor: { roles: number[] }): boolean => actor.roles.includes(roles.agencyWrite)

/** Whether this person of a company works for this one. */
export const worksFor = (actor: Actor, managementCompanyId: number | null): boolean =>
  managementCompanyId !== null && actor.managementCompanyIds.includes(managementCompanyId)

/** Whether this is a primary user of a company (PER-04): of this one, when one is named. */
export const runsCompany = (
  actor: Actor,
  managementCompanyId = actor.managementCompanyIds[0] ?? null,
): boolean =>
  !isAgency(actor) &&
  (actor.isMcAdmin || actor.roles.includes(roles.companyPrimaryUser)) &&
  worksFor(actor, managementCompanyId)

export const inScope = (scope: Scope, propertyId: number): boolean =>
  scope === null || scope.includes(propertyId)
const holdsAny = (scope: Scope): boolean => scope === null || scope.length > 0

/**
 * Checks whether this caller may make a call at all. Row-level security then limits the properties: records
 * out of scope are not found.
 */
export function mayCall(actor: Actor | null, access: Access): 'yes' | 'sign in' | 'no' {
  if (access.kind === 'anyone') return 'yes'
  if (!actor) return 'sign in'
  switch (access.kind) {
    case 'signedIn':
      return 'yes'
    case 'permission':
      return holdsAny(actor.scope[access.need]) ? 'yes' : 'no'
    case 'company':
      if (isAgency(actor)) return mayAsAgency(actor, access.agency) ? 'yes' : 'no'
      return runsCompany(actor) || (access.need === 'read' && actor.managementCompanyIds.length > 0)
        ? 'yes'
        : 'no'
    case 'agency':
      return mayAsAgency(actor, access.need) ? 'yes' : 'no'
  }
}

/** Agency ranks: read ⊂ write ⊂ manager, admin; manager and admin are flags on a role-1 user. */
export function mayAsAgency(
  actor: { roles: number[]; isAdmin: boolean; isManager: boolean },
  need: AgencyNeed,
): boolean {
  if (need === 'read') return isAgency(actor)
  if (!isAgencyWriter(actor)) return false
  return need === 'write' || (need === 'manager' ? actor.isManager : actor.isAdmin)
}

/** One entry of the log-in answer's permission list (PER-11). */
export type PermissionEntry = { propertyId: number; key: string; read: boolean; write: boolean }

/** The parts of the log-in answer that the browser's guard reads. */
export type Grants = {
  roles: { id: number }[]
  permissions: PermissionEntry[]
  projects: number[]
  mainUserProject: number[]
  isMcAdmin: boolean
}

/**
 * PER-09 and PER-10: a super user passes for its main properties, or for all of its company's when flagged
 * so.
 */
const superUserProperties = (grants: Grants): number[] =>
  grants.isMcAdmin ? [...grants.projects, ...grants.mainUserProject] : grants.mainUserProject

/**
 * PER-07, PER-10, PER-12…PER-14: does the holder of these grants pass for `key`? Without a property any entry
 * counts. Agency users pass here; that readers only read is the page's and the server's business (NAV-03).
 */
export function holds(grants: Grants, key: string, need: Need, propertyId?: number): boolean {
  if (grants.roles.some((role) => role.id === roles.agencyWrite || role.id === roles.agencyRead)) return true
  const main = superUserProperties(grants)
  if (propertyId === undefined ? main.length > 0 : main.includes(propertyId)) return true
  return grants.permissions.some((entry) => {
    if (!(entry.write || (need === 'read' && entry.read))) return false
    if (entry.key === 'Global_Admin') return true
    return entry.key === key && (propertyId === undefined || entry.propertyId === propertyId)
  })
}

/** PER-16: in property-view mode agency roles answer false unless forced. */
export const seenAsAgency = (grants: Grants, propertyView: boolean, force = false): boolean =>
  (force || !propertyView) &&
  grants.roles.some((role) => role.id === roles.agencyWrite || role.id === roles.agencyRead)
