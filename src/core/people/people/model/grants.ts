import { type Grants, hasPermission, type PermissionEntry } from '#kernel/model/access.ts'
import { permissionKeys } from './permissionKeys.ts'

/**
 * Returns why this person may not grant an entry; null if they may. People grant only what they have
 * themselves, and only the agency grants a right that opens every property.
 */
export function findGrantFault(giver: Grants, entry: PermissionEntry): string | null {
  if (entry.key === 'Global_Admin') return 'opens every property and is given by the agency alone.'
  if (entry.write && !hasPermission(giver, entry.key, 'write', entry.propertyId))
    return 'you cannot give what you may not write.'
  if (entry.read && !hasPermission(giver, entry.key, 'read', entry.propertyId))
    return 'you cannot give what you may not read.'
  return null
}

/** Whether one person may do anything that another may not, and so would gain by reading the other's mail. */
export function hasMoreRights(grants: Grants, others: Grants): boolean {
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
    if (write && !hasPermission(others, key, 'write', propertyId)) return true
    return (read || write) && !hasPermission(others, key, 'read', propertyId)
  })
}

const holdsEverywhere = (grants: Grants, need: 'read' | 'write'): boolean =>
  grants.roles.some((role) => role.id === 1 || role.id === 2) ||
  grants.permissions.some(
    (entry) => entry.key === 'Global_Admin' && (entry.write || (need === 'read' && entry.read)),
  )
