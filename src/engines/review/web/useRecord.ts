import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Answer, Ask, Call } from '#kernel/model/call.ts'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { newKey } from '#ui/form/lines.ts'
import { type AnyReview, openPath } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import type { AnyDetail, Pages, Values } from './pages.ts'

/**
 * Makes a call of a review of any kind. With `quiet` the caller shows failures itself; otherwise the usual
 * notice appears.
 */
export const askRecord = (call: unknown, parts: object, { quiet = true } = {}): Promise<AnyDetail> =>
  ask(call as Call, parts as Ask<Call>, { quiet }) as Promise<Answer<Call>> as Promise<AnyDetail>

/** The query that loads a record. */
export const recordQuery = (review: AnyReview, id: number) =>
  buildCallQuery(review.calls.one as Call, { params: { id } } as Ask<Call>)

/** The common beginning of the query keys of a review's records. */
export const getQueries = (review: AnyReview): readonly string[] => [
  (review.path.split('/')[2] ?? '').toLowerCase(),
]

/** The form values of a record: the company's fields, and those that its pages add. */
export const getReviewValues = ({ entity }: AnyReview, { formLines }: Pages, detail: AnyDetail): Values => ({
  version: detail.version,
  ...Object.fromEntries(entity.content.map((name) => [name, detail[name]])),
  ...formLines?.valuesOf(detail),
})

/** Manages the newest record that the server returned, also after a colleague's save. `accept` sets it. */
function useLatest(review: AnyReview, pages: Pages, first: AnyDetail) {
  const client = useQueryClient()
  const [latest, setLatest] = useState(first)
  const latestRef = useRef(first)
  const { entity } = review

  const accept = useCallback(
    (detail: AnyDetail) => {
      const isFirstSave = getReviewKey(entity, latestRef.current) === 0
      latestRef.current = detail
      setLatest(detail)
      // Lists that were loaded before do not contain the new record.
      if (isFirstSave) void client.invalidateQueries({ queryKey: getQueries(review), refetchType: 'none' })
      client.setQueryData(recordQuery(review, getReviewKey(entity, detail)).queryKey, detail)
      // The address changes to that of the stored record, while the form stays on the page.
      if (isFirstSave)
        globalThis.history.replaceState(globalThis.history.state, '', `#${openPath(review, detail)}`)
      return getReviewValues(review, pages, detail)
    },
    [client, entity, pages, review],
  )

  useEffect(() => {
    // A colleague saved the record. The form merges these values with its own.
    if (first.version > latestRef.current.version) accept(first)
  }, [first, accept])

  return { latest, known: latestRef, accept }
}

/**
 * Returns a function that loads the record again and returns its form values, or null before the first save.
 * A record that was begun on this screen is not loaded anywhere else.
 */
function useRefresh(
  { entity, calls }: AnyReview,
  { known, accept }: Pick<ReturnType<typeof useLatest>, 'known' | 'accept'>,
  first: AnyDetail,
) {
  const [refreshed, setRefreshed] = useState(first)
  const refresh = useCallback(async () => {
    const id = getReviewKey(entity, known.current)
    if (id === 0) return null
    const detail = await askRecord(calls.one, { params: { id } })
    setRefreshed(detail)
    return accept(detail)
  }, [accept, calls, entity, known])
  return { refresh, refreshed }
}

/**
 * Saves and submits a record. Submitting also saves in the same call, so that both happen or neither. A new
 * record has a key made here, so that repeating a save after a lost answer stores it only once. `read` is the
 * record as it was last loaded, for the form to merge.
 */
export function useRecord(review: AnyReview, pages: Pages, first: AnyDetail) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { latest, known: latestRef, accept } = useLatest(review, pages, first)
  const clientKey = useRef(first.clientKey ?? newKey())
  const { entity, calls } = review

  const { refresh, refreshed } = useRefresh(review, { known: latestRef, accept }, first)

  const loadBody = useCallback(
    async (values: Values) => {
      const { propertyId, managementCompanyId } = latestRef.current
      const id = getReviewKey(entity, latestRef.current)
      const request = {
        ...Object.fromEntries(entity.begunWith.map((name) => [name, latestRef.current[name]])),
        ...Object.fromEntries(entity.content.map((name) => [name, values[name]])),
        [entity.key]: id,
        ...(propertyId == null ? { managementCompanyId } : { propertyId }),
        clientKey: clientKey.current,
        // This is the version on which the person typed. A newer version is overwritten only after the person
        // has seen it.
        ...(id > 0 ? { version: values.version } : {}),
      }
      return { request, ...(await pages.formLines?.sent(values, latestRef.current)) }
    },
    [entity, latestRef, pages],
  )

  const save = useCallback(
    async (values: Values) => accept(await askRecord(calls.save, { body: await loadBody(values) })),
    [accept, loadBody, calls],
  )

  const send = useCallback(
    async (values: Values) => {
      const detail = await askRecord(calls.saveAndSubmit, { body: await loadBody(values) })
      // Lists are loaded again when they are shown. The empty record is not, because none may be begun now.
      await client.invalidateQueries({ queryKey: getQueries(review), refetchType: 'none' })
      accept(detail)
      // The router may still be at a new record or at a lookup of an open one; the screen of the stored
      // record shows the receipt.
      await navigate(openPath(review, detail), { replace: true })
    },
    [accept, loadBody, calls, client, navigate, review],
  )

  const read = refreshed.version > first.version ? refreshed : first
  return { latest, read, known: latestRef, save, send, refresh }
}
