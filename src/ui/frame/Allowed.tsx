import type { ReactNode } from 'react'
import type { Need, PermissionKey } from '#kernel/model/access.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useHolds } from './hooks.ts'

/**
 * The permission directive (PER-15): its content is there only for holders of the permission, on the property when one
 * is given. What writes is left out of read-only screens, too.
 */
export function Allowed({
  permission,
  need,
  propertyId,
  children,
}: {
  permission: PermissionKey
  need: Need
  propertyId?: number
  children: ReactNode
}) {
  const allowed = useHolds(permission, need, propertyId)
  const readOnly = useReadOnly()
  return allowed && !(need === 'write' && readOnly) ? children : null
}
