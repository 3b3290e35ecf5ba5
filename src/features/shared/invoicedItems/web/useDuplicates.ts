import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { getReviewKey } from '#engines/review/model/index.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import type { InvoicedFormItem } from './itemForm.ts'
import type { DuplicateMatches, ItemEntity, ItemKind } from './kind.ts'

/** The pause after typing, in milliseconds, before the server looks for duplicates. */
const PAUSE_MILLISECONDS = 500

const getInvoice = (entity: ItemEntity, item: InvoicedFormItem) => ({
  vendorId: typeof item.vendorId === 'number' ? item.vendorId : (item.vendorId?.id ?? 0),
  invoiceNumber: item.invoiceNumber?.trim() ?? '',
  // A pasted cell that could not be read still has its text, which is no date.
  invoiceDate: /^\d{4}-\d\d-\d\d$/.test(item.invoiceDate ?? '') ? item.invoiceDate : null,
  amount: typeof item.claimedAmount === 'number' ? item.claimedAmount : null,
  itemId: getReviewKey(entity, item) ?? 0,
})

const NO_MATCHES: DuplicateMatches = []
const toMatches = (results: UseQueryResult<DuplicateMatches>[]) =>
  results.map(({ data }) => data ?? NO_MATCHES)

/**
 * Returns for each typed item the other claims of its invoice. The result is the same object until a claim
 * changes, so that typing does not render the form again.
 */
export function useDuplicates(
  { calls, entity }: ItemKind,
  items: readonly InvoicedFormItem[],
  requestId: number,
): readonly DuplicateMatches[] {
  const input = JSON.stringify(items.map((item) => getInvoice(entity, item)))
  const [settledInput, setSettledInput] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettledInput(input), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [input])
  const queries = useMemo(
    () =>
      (JSON.parse(settledInput) as ReturnType<typeof getInvoice>[]).map((invoice) => ({
        ...buildCallQuery(calls.checkDuplicates, { body: { ...invoice, requestId } }),
        enabled: invoice.vendorId > 0 && invoice.invoiceNumber !== '',
      })),
    [settledInput, calls, requestId],
  )
  return useQueries({ queries, combine: toMatches })
}
