import type { ReactNode } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { getProjectHeaderInfo } from '../model/calls.ts'

/**
 * The content of a property's screen, for people who may see the property; for others the page does not
 * exist.
 */
export function OfProperty({ propertyId, children }: { propertyId: number; children: ReactNode }) {
  useCall(getProjectHeaderInfo, { params: { propertyId } })
  return children
}
