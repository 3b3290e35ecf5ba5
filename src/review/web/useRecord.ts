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
 * Makes a call of a review for any subject; the caller reports a failure, unless the usual notice should
 * appear.
 */
export const askRecord = (call: unknown, parts: object, { quiet = true } = {}): Promise<AnyDetail> =>
  ask(call as Call, parts as Ask<Call>, { quiet }) as Promise<Answer<Call>> as Promise<AnyDetail>

/** The query under which a record is read. */
export const recordQuery = (review: AnyReview, id: number) =>
  buildCallQuery(review.calls.one as Call, { params: { id } } as Ask<Call>)

/** What everything read of a review's records begins with. */
export const getQueries = (review: AnyReview): readonly string[] => [
  (review.path.split('/')[2] ?? '').toLowerCase(),
]

/** The form values of a record: the company's fields, and those that its pages add. */
export const getReviewValues = ({ entity }: AnyReview, { formLines }: Pages, detail: AnyDetail): Values => ({
  version: detail.version,
  ...Object.fromEntries(entity.content.map((name) => [name, detail[name]])),
  ...formLines?.valuesOf(detail),
})

/** The record as the server last answered it, a colleague's save among it; `accept` takes over an answer. */
function useLatest(review: AnyReview, pages: Pages, first: AnyDetail) {
  const client = useQueryClient()
  const [latest, setLatest] = useState(first)
  const refObject = useRef(first)
  const { entity } = review

  const accept = useCallback(
    (detail: AnyDetail) => {
      const isFirstSave = getReviewKey(entity, refObject.current) === 0
      refObject.current = detail
      setLatest(detail)
      // Lists read before do not know it yet.
      if (isFirstSave) void client.invalidateQueries({ queryKey: getQueries(review), refetchType: 'none' })
      client.setQueryData(recordQuery(review, getReviewKey(entity, detail)).queryKey, detail)
      // The address names the stored record from now on; the form itself stays as it is.
      if (isFirstSave)
        globalThis.history.replaceState(globalThis.history.state, '', `#${openPath(review, detail)}`)
      return getReviewValues(review, pages, detail)
    },
    [client, entity, pages, review],
  )

  useEffect(() => {
    // A colleague saved it in the meantime; the form has taken over as much as it could.
    if (first.version > refObject.current.version) accept(first)
  }, [first, accept])

  return { latest, known: refObject, accept }
}

/**
 * Loads a record again and returns its form values, or null before the first save: nothing else loads a
 * record that was begun on this screen, so its form takes it over here.
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
 * Saving and submitting a record; a submission saves in the same call, so that both are done or neither.
 * Repeating a save after a lost answer stores nothing twice: a new record carries a key made here. `read` is
 * the record as it was last read, for the form to take over.
 */
export function useRecord(review: AnyReview, pages: Pages, first: AnyDetail) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { latest, known: refObject, accept } = useLatest(review, pages, first)
  const clientKey = useRef(first.clientKey ?? newKey())
  const { entity, calls } = review

  const { refresh, refreshed } = useRefresh(review, { known: refObject, accept }, first)

  const loadBody = useCallback(
    async (values: Values) => {
      const { propertyId, managementCompanyId } = refObject.current
      const id = getReviewKey(entity, refObject.current)
      const request = {
        ...Object.fromEntries(entity.begunWith.map((name) => [name, refObject.current[name]])),
        ...Object.fromEntries(entity.content.map((name) => [name, values[name]])),
        [entity.key]: id,
        ...(propertyId == null ? { managementCompanyId } : { propertyId }),
        clientKey: clientKey.current,
        // The version that was typed upon; one that came since is saved over only when the person has seen
        // it.
        ...(id > 0 ? { version: values.version } : {}),
      }
      return { request, ...(await pages.formLines?.sent(values, refObject.current)) }
    },
    [entity, refObject, pages],
  )

  const save = useCallback(
    async (values: Values) => accept(await askRecord(calls.save, { body: await loadBody(values) })),
    [accept, loadBody, calls],
  )

  const send = useCallback(
    async (values: Values) => {
      const detail = await askRecord(calls.saveAndSubmit, { body: await loadBody(values) })
      // Lists are read again when they are shown; the empty record is not, since none may be begun now.
      await client.invalidateQueries({ queryKey: getQueries(review), refetchType: 'none' })
      accept(detail)
      // The router may still be at a new record or at a lookup of an open one; the screen of the stored
      // record shows the receipt.
      await navigate(openPath(review, detail), { replace: true })
    },
    [accept, loadBody, calls, client, navigate, review],
  )

  const read = refreshed.version > first.version ? refreshed : first
  return { latest, read, known: refObject, save, send, refresh }
}
