import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasPermission } from '#kernel/model/access.ts'
import { slot } from '#kernel/web/module.ts'
import { useSession } from '#ui/frame/hooks.ts'
import type { ReportTile } from './tiles.ts'

const entries = slot('reports')

/**
 * Returns the tiles of all reports that the person may read, in order; with `home`, only those for the home
 * screen of people who run properties.
 */
export function useTiles(home = false): readonly ReportTile[] {
  const session = useSession()
  const { data } = useSuspenseQuery({
    queryKey: ['declared reports', session.userId, home],
    queryFn: async () => {
      const readable = entries().filter(
        (reportEntry) =>
          (!home || reportEntry.home) &&
          (!reportEntry.permission || hasPermission(session, reportEntry.permission, 'read')),
      )
      return (await Promise.all(readable.map(({ load }) => load()))).flat()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(
    () =>
      data
        .flatMap((report) => (report.tiles ?? []).map((tile) => ({ report, tile })))
        .filter(({ tile }) => !home || tile.home)
        .toSorted((item, other) => item.tile.order - other.tile.order),
    [data, home],
  )
}
