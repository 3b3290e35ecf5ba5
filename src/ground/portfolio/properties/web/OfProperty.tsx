import type { ReactNode } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { getProjectHeaderInfo } from '../model/calls.ts'

/** What stands on a screen of a property, for whoever may see the property; to anybody else the page is not there. */
export function OfProperty({ propertyId, children }: { propertyId: number; children: ReactNode }) {
  useCall(getProjectHeaderInfo, { params: { propertyId } })
  return children
}
