import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '#kernel/web/api.ts'

/**
 * Returns an error handler for saves. After a conflict with another person it loads that person's values,
 * so that they are shown next to the entered ones.
 */
export const refetchOnConflict = (client: QueryClient, queryKey: QueryKey) => async (error: unknown) => {
  if (error instanceof ApiError && error.status === 409) await client.refetchQueries({ queryKey })
  throw error
}
