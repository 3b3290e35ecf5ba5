import { type Grants, holds, type PermissionEntry } from '#kernel/model/access.ts'
import { permissionKeys } from './permissionKeys.ts'

/**
 * Returns why this person may not grant an entry; null if they may. People grant only what they have
 * themselves, and only the agency grants a right that opens every property.
 */
export function whyNotGrant(giver: Grants, entry: PermissionEntry): string | null {
  if (entry.key === 'Global_Admin') return 'opens every property and is given by the agency alone.'
  if (entry.write && !holds(giver, entry.key, 'write', entry.propertyId))
    return 'you cannot give what you may not write.'
  if (entry.read && !holds(giver, entry.key, 'read', entry.propertyId))
    return 'you cannot give what you may not read.'
  return null
}

/** Whether one person may do anything that another may not, and so would gain by reading the other's mail. */
export function holdsMore(grants: Grants, others: Grants): boolean {
  const onlyFirstHoldsAll = (need: 'read' | 'write') =>
    holdsEverywhere(grants, need) && !holdsEverywhere(others, need)
  if (onlyFirstHoldsAll('read') || onlyFirstHoldsAll('write')) return true
  const main = [...grants.mainUserProject, ...(grants.isMcAdmin ? grants.projects : [])]
  const entries: PermissionEntry[] = [
    ...main.flatMap((propertyId) =>
      permissionKeys.map((key) => ({ propertyId, key, read: true, write: true })),
    ),
    ...grants.permissions,
  ]
  return entries.some(({ propertyId, key, read, write }) => {
    if (key === 'Global_Admin') return false
    if (write && !holds(others, key, 'write', propertyId)) return true
    return (read || write) && !holds(others, key, 'read', propertyId)
  })
}

const holdsEverywhere = (grants: Grants, need: 'read' | 'write'): boolean =>
  grants.roles.some((role) => role.id === 1 || role.id === 2) ||
  grants.permissions.some(
    (entry) => entry.key === 'Global_Admin' && (entry.write || (need === 'read' && entry.read)),
  )
