import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * What was read of these controllers is asked for anew when it is shown again, whenever the status has
 * changed: a month and its quarter move each other.
 */
export function useStale(controllers: readonly string[], statusId: number): void {
  const client = useQueryClient()
  const asked = [statusId, ...controllers].join(' ')
  useEffect(() => {
    for (const name of asked.split(' ').slice(1))
      void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }, [client, asked])
}
