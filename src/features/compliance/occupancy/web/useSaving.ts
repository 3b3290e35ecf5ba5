import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, ask } from '#kernel/web/api.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getWorksheet, type MonthInput, type Sheet, saveOccupancy } from '../model/calls.ts'
import type { SheetStore } from './sheetStore.ts'

/** Milliseconds after the last key before saving, and the longest wait between attempts. */
const PAUSE_MS = 1500
const MAX_WAIT_MS = 60_000

/** The state of saving that the foot of the worksheet shows. */
export type Saving = {
  /** When everything was last saved; null before the first time. */
  savedAt: string | null
  /** The connection failed, so the typed values wait on this computer. */
  offline: boolean
  busy: boolean
}

/**
 * Saves entered values automatically: all changed properties in one request, shortly after the last key, when
 * the page is left, and repeatedly while the server cannot be reached. `flush` saves at once and returns
 * false if that failed. `reload` reads the stored rows again.
 */
export function useSaving(store: SheetStore, sheet: Pick<Sheet, 'userId' | 'month'>) {
  const client = useQueryClient()
  const [saving, setSaving] = useState<Saving>({ savedAt: null, offline: false, busy: false })
  const underWay = useRef<Promise<boolean> | null>(null)
  const { userId, month } = sheet

  const reload = useCallback(async () => {
    const parts = { params: { userId }, query: { month } }
    store.renewed((await client.fetchQuery({ ...buildCallQuery(getWorksheet, parts), staleTime: 0 })).rows)
  }, [client, store, userId, month])

  const send = useCallback(async (): Promise<boolean> => {
    const body = store.toSend()
    if (body.length === 0) return true
    setSaving((before) => ({ ...before, busy: true }))
    try {
      const outcomes = await ask(saveOccupancy, { body }, { quiet: true })
      store.answered(outcomes)
      void client.invalidateQueries({ queryKey: ['projectoccupancy'], refetchType: 'none' })
      setSaving({ savedAt: new Date().toISOString(), offline: false, busy: false })
      if (outcomes.some((outcome) => outcome.refused !== null)) await reload()
      return true
    } catch (error) {
      const refused = findRejections(error, body)
      if (refused) store.wrong(refused)
      else store.unanswered()
      setSaving((before) => ({ ...before, offline: refused === null, busy: false }))
      return false
    }
  }, [client, store, reload])

  /** Sends one request at a time; values entered during it are sent with the next. */
  const flush = useCallback(async (): Promise<boolean> => {
    if (underWay.current) await underWay.current
    underWay.current = send().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }, [send])

  useEffect(() => keepSaving(store, flush), [store, flush])
  return { saving, flush, reload }
}

/**
 * Returns why the server refused a request, in words by property: for each property it names, or for all if
 * it names none. Null if the server did not or could not answer. The other properties are sent again without
 * the refused ones.
 */
export function findRejections(
  error: unknown,
  months: readonly MonthInput[],
): ReadonlyMap<number, string> | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null
  const faultsByProperty = Map.groupBy(
    error.faults,
    ({ field }) => months[Number(field.split('.')[0])]?.propertyId,
  )
  faultsByProperty.delete(undefined)
  if (faultsByProperty.size === 0) return new Map(months.map(({ propertyId }) => [propertyId, error.message]))
  return new Map(
    [...faultsByProperty].map(([id, faults]) => [
      id!,
      [...new Set(faults.map((fault) => fault.message))].join(' '),
    ]),
  )
}

/**
 * Saves after every pause, and when the page is hidden or left. Returns a function that stops this and saves
 * once more.
 */
function keepSaving(store: SheetStore, flush: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = PAUSE_MS
  const later = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const isDone = await flush()
      wait = isDone ? PAUSE_MS : Math.min(wait * 2, MAX_WAIT_MS)
      if (store.hasToSend) later(wait)
    }, delay)
  }
  const now = () => later(0)
  const hidden = () => {
    if (document.visibilityState === 'hidden' && store.hasToSend) void flush()
  }
  const stop = store.on('any', () => {
    if (store.hasToSend) later(wait)
  })
  if (store.hasToSend) later(PAUSE_MS)
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    stop()
    clearTimeout(timer)
    window.removeEventListener('online', now)
    document.removeEventListener('visibilitychange', hidden)
    if (store.hasToSend) void flush()
  }
}
