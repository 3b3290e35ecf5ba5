import type { ReactNode } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { getProjectHeaderInfo } from '../model/calls.ts'

/**
 * Renders its children only if the user may see the property; otherwise the screen answers not found.
 */
export function RequirePropertyAccess({ propertyId, children }: { propertyId: number; children: ReactNode }) {
  useCall(getProjectHeaderInfo, { params: { propertyId } })
  return children
}
