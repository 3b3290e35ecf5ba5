import { useQuery } from '@tanstack/react-query'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getTabCounts } from '../model/calls.ts'
import type { Detail } from './types.ts'

/**
 * How many there are behind each tab, as far as it is known; nothing waits for it, and a failure only leaves
 * it out.
 */
export function useCounts({ propertyId, totalUnits, contacts }: Detail): Readonly<Record<string, number>> {
  const { data } = useQuery(buildCallQuery(getTabCounts, { params: { propertyId } }))
  return { ...data, 'Units and rents': totalUnits ?? 0, People: contacts.length }
}
