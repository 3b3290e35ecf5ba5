import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, ask } from '#kernel/web/api.ts'
import { type Entry, noteNoAnswer, outbox, storeApp, useOutbox } from '#offline/web/index.ts'
import { getVisit, getVisits, type Visit, type VisitLine } from '../../model/visitCalls.ts'
import { getSnapshotName } from './kinds.ts'
import { applyEntries, type DisplayedVisit, getVisitGroup } from './overlay.ts'

type Loaded<T> = {
  value: T /** When it was stored on the device, in milliseconds; null if it comes from the server. */
  storedAt: number | null
}
const LIST = 'visits'

/**
 * Reads a value from the server and stores it on the device. Without an answer, reads the stored value
 * instead.
 */
async function readOrLoadStored<T>(name: string, read: () => Promise<T>): Promise<Loaded<T>> {
  const deviceStore = await outbox.deviceStore()
  try {
    const value = await read()
    // A failure is ignored here: if there is no space, the outbox bar says so.
    await deviceStore?.saveSnapshot(name, value).catch(() => undefined)
    return { value, storedAt: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    noteNoAnswer()
    const snapshot = await deviceStore?.snapshot<T>(name)
    if (!snapshot) throw new ApiError(0, 'There is no connection, and this is not stored on this device.')
    return { value: snapshot.value, storedAt: snapshot.at }
  }
}

const visitQuery = (id: number) => ({
  queryKey: ['inspectionvisit', id],
  queryFn: () =>
    readOrLoadStored<Visit>(getSnapshotName(id), () =>
      ask(getVisit, { params: { id } }, { quiet: true, silent: true }),
    ),
  // The query also runs without a connection, and then reads from the device.
  networkMode: 'always' as const,
  retry: false,
})

/**
 * Loads a visit: `visit` with the entries waiting on this device applied, `base` as the server returned it.
 */
export function useVisit(id: number): {
  visit: DisplayedVisit
  base: Visit
  storedAt: number | null
  entries: Entry[]
} {
  const { data } = useSuspenseQuery(visitQuery(id))
  const client = useQueryClient()
  const { entries } = useOutbox()
  const visitEntries = useMemo(
    () => entries.filter((entry) => entry.group === getVisitGroup(id)),
    [entries, id],
  )
  const rejected = visitEntries.filter((entry) => entry.rejection).length
  const before = useRef({ waiting: visitEntries.length, rejected })
  useEffect(() => {
    // An entry was sent, perhaps by another tab, or rejected because the visit has changed: it is read again.
    if (visitEntries.length < before.current.waiting || rejected > before.current.rejected)
      void client.invalidateQueries({ queryKey: ['inspectionvisit', id] })
    before.current = { waiting: visitEntries.length, rejected }
  }, [visitEntries.length, rejected, client, id])
  const visit = useMemo(() => applyEntries(data.value, visitEntries), [data, visitEntries])
  return { visit, base: data.value, storedAt: data.storedAt, entries: visitEntries }
}

/** Loads the list of upcoming visits, from the device if there is no connection. */
export function useVisits(): { visits: readonly VisitLine[]; storedAt: number | null; today: string } {
  const { data } = useSuspenseQuery({
    queryKey: ['inspectionvisit', 'list'],
    queryFn: () => readOrLoadStored(LIST, () => ask(getVisits, {}, { quiet: true, silent: true })),
    networkMode: 'always' as const,
    retry: false,
  })
  return { ...data.value, storedAt: data.storedAt }
}

/**
 * Stores these visits and the app itself on the device. Returns how many visits are stored, and whether the
 * app is; null while this is running.
 */
export function useDownloads(ids: readonly number[]): { stored: number; app: boolean } | null {
  const client = useQueryClient()
  const { data = null } = useQuery({
    queryKey: ['inspectionvisit', 'downloads', ids],
    queryFn: async () => {
      const app = await storeApp()
      const read = await Promise.all(ids.map((id) => client.fetchQuery(visitQuery(id)).catch(() => null)))
      return { stored: read.filter((loaded) => loaded !== null).length, app }
    },
    networkMode: 'always' as const,
    retry: false,
    staleTime: 60_000,
  })
  return data
}
