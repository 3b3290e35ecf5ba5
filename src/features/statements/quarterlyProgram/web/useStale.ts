import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Marks the data of these controllers as outdated whenever the status changes, because a month and its
 * quarter change each other. The data is loaded again when it is next shown.
 */
export function useOutdateOnStatus(controllers: readonly string[], statusId: number): void {
  const client = useQueryClient()
  const staleKey = [statusId, ...controllers].join(' ')
  useEffect(() => {
    for (const name of staleKey.split(' ').slice(1))
      void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }, [client, staleKey])
}
