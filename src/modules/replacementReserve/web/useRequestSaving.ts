import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createNewVendor } from '#ground/vendors/model/index.ts'
import { ask } from '#kernel/web/api.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { getRequest, saveReplacementProgress } from '../model/calls.ts'
import { submit } from '../model/stepCalls.ts'
import { type FormItem, type FormValues, valuesOf } from './formSchema.ts'
import type { Detail } from './types.ts'

const pathOf = (detail: Detail): string =>
  `/ReplacementReserve/${detail.replacementReserveRequestId}/${detail.propertyId}`

/**
 * Saving and submitting a request. Repeating a save after a lost answer stores nothing twice: the request and its new
 * items carry keys made here. `latest` is the request as the server last told it.
 */
export function useRequestSaving(first: Detail) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [latest, setLatest] = useState(first)
  const known = useRef(first)
  const clientKey = useRef(first.clientKey ?? crypto.randomUUID())
  const newVendors = useRef(new Map<string, { vendorId: number; newVendor: boolean }>())

  const accept = useCallback(
    (detail: Detail) => {
      const isFirstSave = known.current.replacementReserveRequestId === 0
      known.current = detail
      setLatest(detail)
      client.setQueryData(
        queryOf(getRequest, { params: { requestId: detail.replacementReserveRequestId } }).queryKey,
        detail,
      )
      // The address names the stored request from now on; the form itself stays as it is.
      if (isFirstSave) globalThis.history.replaceState(globalThis.history.state, '', `#${pathOf(detail)}`)
      return valuesOf(detail)
    },
    [client],
  )

  const refresh = useCallback(async () => {
    const requestId = known.current.replacementReserveRequestId
    if (requestId > 0) accept(await ask(getRequest, { params: { requestId } }, { quiet: true }))
  }, [accept])

  const vendorIdOf = useCallback(async (item: FormItem): Promise<{ vendorId: number | null; newVendor: boolean }> => {
    if (typeof item.vendorId !== 'object' || item.vendorId === null)
      return { vendorId: item.vendorId, newVendor: item.newVendor }
    const { id, label } = item.vendorId
    if (id > 0) return { vendorId: id, newVendor: false }
    // A vendor that is on the list already comes back as it is; asking twice makes one.
    let vendor = newVendors.current.get(label)
    if (!vendor) {
      const { vendorId, newVendor } = await ask(createNewVendor, { body: { name: label } }, { quiet: true })
      vendor = { vendorId, newVendor }
      newVendors.current.set(label, vendor)
    }
    return vendor
  }, [])

  const save = useCallback(
    async (sent: Record<string, unknown>) => {
      const { items: formItems, requestType, description, instructions, certified } = sent as unknown as FormValues
      const { replacementReserveRequestId, propertyId, version } = known.current
      const items = []
      for (const item of formItems) items.push({ ...item, ...(await vendorIdOf(item)) })
      const kept = new Set(items.map((item) => item.replacementReserveRequestItemId))
      const gone = known.current.items
        .map((item) => item.replacementReserveRequestItemId)
        .filter((itemId) => !kept.has(itemId))
      const detail = await ask(
        saveReplacementProgress,
        {
          body: {
            request: {
              replacementReserveRequestId,
              propertyId,
              requestType,
              description,
              instructions,
              certified,
              clientKey: clientKey.current,
              ...(replacementReserveRequestId > 0 ? { version } : {}),
            },
            items,
            type: 'progress',
            itemDeleteIndexes: gone,
          },
        },
        { quiet: true },
      )
      return accept(detail)
    },
    [accept, vendorIdOf],
  )

  const send = useCallback(
    async (sent: Record<string, unknown>) => {
      await save(sent)
      const { replacementReserveRequestId, version } = known.current
      const detail = await ask(
        submit,
        { params: { id: replacementReserveRequestId }, body: { version } },
        { quiet: true },
      )
      await client.invalidateQueries({ queryKey: ['replacementreserve'] })
      accept(detail)
      // The router still stands at the new request; its receipt is shown by the screen of the stored one.
      if (first.replacementReserveRequestId === 0) await navigate(pathOf(detail), { replace: true })
    },
    [accept, client, first, navigate, save],
  )

  return { latest, known, save, send, refresh }
}
