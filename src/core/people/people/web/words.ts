import { roles } from '#kernel/model/access.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import type { ToneName } from '#ui/frame/palette.ts'
import type { UserLine } from '../model/entities.ts'
import { roleLabels, standings } from '../model/rules.ts'

/** The chip colors of an account's status. */
export const statusTones: Readonly<Record<number, ToneName>> = { 0: 'gray', 1: 'green', 2: 'blue' }

/** The path of the screen of a person. */
export const getUserPath = (userId: number): string => `/User/false/${userId}`
/** The path of the screen of a person's permissions. */
export const getPermissionsPath = (userId: number): string => `/MHDCViewPermissions/${userId}`

/** Describes a person's role; a rank above the role replaces it. */
export function describeStanding(
  person: Pick<UserLine, 'roleId' | 'isAdmin' | 'isManager' | 'isMcAdmin'>,
): string {
  const flags = (Object.keys(standings) as (keyof typeof standings)[])
    .filter((flag) => person[flag])
    .map((flag) => standings[flag])
  return flags.length > 0 ? flags.join(', ') : (roleLabels[person.roleId ?? 0] ?? 'No role')
}

/**
 * The caller's rights on people: `agency` belongs to the agency, `looks` may read lists of people,
 * `manages` may change people.
 */
export function usePeopleRights(): { agency: boolean; canRead: boolean; canManage: boolean } {
  const session = useSession()
  const agency = useIsAgency(true)
  const has = (role: number) => session.roles.some((item) => item.id === role)
  const primary = !agency && (session.isMcAdmin || has(roles.companyPrimaryUser))
  return {
    agency,
    canRead: agency || primary,
    canManage: primary || (session.isAdmin && has(roles.agencyWrite)),
  }
}
