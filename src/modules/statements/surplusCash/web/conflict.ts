import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#kernel/web/api.ts'

/**
 * After a save that conflicts with another person's, shows that person's values next to the typed ones, with
 * the refusal.
 */
export const refetchingAtConflict = (client: QueryClient, queryKey: QueryKey) => async (error: unknown) => {
  if (error instanceof ApiError && error.status === 409) await client.refetchQueries({ queryKey })
  throw error
}
