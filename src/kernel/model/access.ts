/**
 * Decides who may do what; nothing else does. The server loads the actor once per request, and the database
 * computes the property scope by the same rules and enforces it. The browser uses the permissions in the
 * log-in answer to decide what to show. Source: spec rules PER-01…PER-16.
 */

/** Role ids (PER-01…PER-04). */
export const roles = { agencyWrite: 1, agencyRead: 2, generalUser: 3, companyPrimaryUser: 4 } as const

/**
 * Permission keys exactly as the specification spells them (NAV-08). Each module adds its own key by
 * declaration merging. `Global_Admin` counts for all of them.
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
 * Access to records of a company: its people may read, and its primary users may write. For agency users
 * `agencyNeed` applies, which is the same need if omitted.
 */
export const company = (need: Need, agencyNeed: AgencyNeed = need): Access => ({
  kind: 'company',
  need,
  agency: agencyNeed,
})
export const agency = (need: AgencyNeed): Access => ({ kind: 'agency', need })

/** The ids of the properties in a scope; null means every property. */
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
  /** The companies that the person works for. The first one is meant by calls for "the own company". */
  managementCompanyIds: number[]
  sessionId: number
  /** The properties for which the caller has the permission that this call requires. */
  scope: { read: Scope; write: Scope }
  /**
   * The users who do not count as a second person, because one recently made the account of the other or
   * changed its rights.
   */
  tiedTo: readonly number[]
}

/** PER-05: an agency user has role 1 or 2. */
export const isAgency = (actor: { roles: number[] }): boolean =>
  actor.roles.includes(roles.agencyWrite) || actor.roles.includes(roles.agencyRead)
/** Agency readers never write, even where a screen shows a form. */
export const isAgencyWriter = (actor: { roles: number[] }): boolean => actor.roles.includes(roles.agencyWrite)

/** Whether the person works for this company. */
export const worksFor = (actor: Actor, managementCompanyId: number | null): boolean =>
  managementCompanyId !== null && actor.managementCompanyIds.includes(managementCompanyId)

/** Whether the person is a primary user (PER-04) of this company; by default of their first one. */
export const runsCompany = (
  actor: Actor,
  managementCompanyId = actor.managementCompanyIds[0] ?? null,
): boolean =>
  !isAgency(actor) &&
  (actor.isMcAdmin || actor.roles.includes(roles.companyPrimaryUser)) &&
  worksFor(actor, managementCompanyId)

export const inScope = (scope: Scope, propertyId: number): boolean =>
  scope === null || scope.includes(propertyId)
const isNotEmpty = (scope: Scope): boolean => scope === null || scope.length > 0

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
      return isNotEmpty(actor.scope[access.need]) ? 'yes' : 'no'
    case 'company':
      if (isAgency(actor)) return mayAsAgency(actor, access.agency) ? 'yes' : 'no'
      return runsCompany(actor) || (access.need === 'read' && actor.managementCompanyIds.length > 0)
        ? 'yes'
        : 'no'
    case 'agency':
      return mayAsAgency(actor, access.need) ? 'yes' : 'no'
  }
}

/**
 * Whether an agency user has a rank: read ⊂ write ⊂ manager, admin. Manager and admin are flags of a user
 * with role 1.
 */
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
 * PER-09 and PER-10: returns the properties for which a super user passes every check: the main properties,
 * and for a company administrator all properties of the company.
 */
const getSuperUserProperties = (grants: Grants): number[] =>
  grants.isMcAdmin ? [...grants.projects, ...grants.mainUserProject] : grants.mainUserProject

/**
 * PER-07, PER-10, PER-12…PER-14: whether a person with these grants has the permission `key`. Without a
 * property, an entry for any property counts. Agency users always pass here; the page and the server make
 * sure that agency readers only read (NAV-03).
 */
export function hasPermission(grants: Grants, key: string, need: Need, propertyId?: number): boolean {
  if (grants.roles.some((role) => role.id === roles.agencyWrite || role.id === roles.agencyRead)) return true
  const main = getSuperUserProperties(grants)
  if (propertyId === undefined ? main.length > 0 : main.includes(propertyId)) return true
  return grants.permissions.some((entry) => {
    if (!(entry.write || (need === 'read' && entry.read))) return false
    if (entry.key === 'Global_Admin') return true
    return entry.key === key && (propertyId === undefined || entry.propertyId === propertyId)
  })
}

/** PER-16: whether the person counts as agency; in property view agency users do not, unless forced. */
export const countsAsAgency = (grants: Grants, propertyView: boolean, force = false): boolean =>
  (force || !propertyView) &&
  grants.roles.some((role) => role.id === roles.agencyWrite || role.id === roles.agencyRead)
