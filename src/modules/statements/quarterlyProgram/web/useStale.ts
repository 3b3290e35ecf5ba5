import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Makes the data of these controllers stale whenever the status changes, because a month and its quarter
 * change each other; it is loaded again when next shown.
 */
export function useStale(controllers: readonly string[], statusId: number): void {
  const client = useQueryClient()
  const staleKey = [statusId, ...controllers].join(' ')
  useEffect(() => {
    for (const name of staleKey.split(' ').slice(1))
      void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }, [client, staleKey])
}
