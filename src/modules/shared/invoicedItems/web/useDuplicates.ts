import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { getReviewKey } from '#review/model/index.ts'
import type { InvoicedFormItem } from './itemForm.ts'
import type { ItemEntity, ItemKind, Matches } from './kind.ts'

/** Waited after typing before an invoice is looked for, in milliseconds. */
const PAUSE = 500

const getInvoice = (entity: ItemEntity, item: InvoicedFormItem) => ({
  vendorId: typeof item.vendorId === 'number' ? item.vendorId : (item.vendorId?.id ?? 0),
  invoiceNumber: item.invoiceNumber?.trim() ?? '',
  // A cell that was pasted and could not be read holds its text.
  invoiceDate: /^\d{4}-\d\d-\d\d$/.test(item.invoiceDate ?? '') ? item.invoiceDate : null,
  amount: typeof item.claimedAmount === 'number' ? item.claimedAmount : null,
  itemId: getReviewKey(entity, item) ?? 0,
})

const none: Matches = []
const matchesIn = (useQueryResults: UseQueryResult<Matches>[]) =>
  useQueryResults.map(({ data }) => data ?? none)

/**
 * Claims of the same invoices as those of the items as they are typed, item by item; the same ones from key
 * to key.
 */
export function useDuplicates(
  { calls, entity }: ItemKind,
  items: readonly InvoicedFormItem[],
  requestId: number,
): readonly Matches[] {
  const input = JSON.stringify(items.map((item) => getInvoice(entity, item)))
  const [settled, setSettled] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(input), PAUSE)
    return () => clearTimeout(timer)
  }, [input])
  const queries = useMemo(
    () =>
      (JSON.parse(settled) as ReturnType<typeof getInvoice>[]).map((invoice) => ({
        ...buildCallQuery(calls.checkDuplicates, { body: { ...invoice, requestId } }),
        enabled: invoice.vendorId > 0 && invoice.invoiceNumber !== '',
      })),
    [settled, calls, requestId],
  )
  return useQueries({ queries, combine: matchesIn })
}
