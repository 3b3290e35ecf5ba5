import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#kernel/web/api.ts'

/**
 * After a save that somebody else was before: what they typed is shown next to what is typed here, with the
 * refusal.
 */
export const refetchingAtConflict = (client: QueryClient, queryKey: QueryKey) => async (error: unknown) => {
  if (error instanceof ApiError && error.status === 409) await client.refetchQueries({ queryKey })
  throw error
}
