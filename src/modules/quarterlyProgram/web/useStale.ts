import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What was read of these controllers is asked for anew when it is shown again: a month and its quarter move each other. */
export function useStale(controllers: readonly string[], statusId: number): void {
  const client = useQueryClient()
  const names = controllers.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the status changes
  useEffect(() => {
    for (const name of names.split(' ')) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }, [client, names, statusId])
}
