import { useQuery } from '@tanstack/react-query'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getTabCounts } from '../model/calls.ts'
import type { PropertyDetail } from './types.ts'

/**
 * Returns the counts shown on a property's tabs. The screen does not wait for them, and if loading fails they
 * are left out.
 */
export function useCounts({
  propertyId,
  totalUnits,
  contacts,
}: PropertyDetail): Readonly<Record<string, number>> {
  const { data } = useQuery(buildCallQuery(getTabCounts, { params: { propertyId } }))
  return { ...data, 'Units and rents': totalUnits ?? 0, People: contacts.length }
}
