import { useMemo } from 'react'
import { Link } from 'react-router'
import { itemContents } from '#features/shared/invoicedItems/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { RequestDetail } from '../model/requests.ts'
import { getFactsAtSubmission, getRequestWarnings, getSubmitFaults } from '../model/rules.ts'
import { useCategories } from './Warnings.tsx'

type Check = { words: string; fine: boolean; more?: React.ReactNode }

/** Returns the index of the item that a fault’s field is about, or null if it is about no item. */
const getItemIndex = (field: string): number | null => {
  const line = /^items\.(\d+)/.exec(field)?.[1]
  return line === undefined ? null : Number(line)
}
const toCheck = ({ field, message }: { field: string; message: string }): Check => ({
  words: `Item ${(getItemIndex(field) ?? 0) + 1}: ${message}`,
  fine: false,
})

/**
 * Returns the checks of a request for its reviewer: whether its items are complete, whether their invoices
 * were claimed before, and whether a reserve pays for their categories.
 */
export function useChecks(detail: RequestDetail): readonly Check[] {
  const categories = useCategories()
  return useMemo(() => {
    const byId = new Map(categories.map((category) => [category.replacementReserveCategoryId, category]))
    const warningFaults = detail.account
      ? getRequestWarnings(detail.items, byId, detail.account, detail.rules)
      : []
    const categoryChecks = warningFaults.filter(({ field }) => getItemIndex(field) !== null).map(toCheck)
    return [...getCompletenessChecks(detail), ...getDuplicateChecks(detail), ...categoryChecks]
  }, [categories, detail])
}

/** Checks the items by the submission rules, as of the day on which the request was submitted. */
function getCompletenessChecks(detail: RequestDetail): Check[] {
  const contents = itemContents(ReplacementReserveRequestItem.key, detail.items, detail)
  const faults = getSubmitFaults(detail, contents, getFactsAtSubmission(detail)).filter(
    ({ field }) => getItemIndex(field) !== null,
  )
  if (faults.length > 0) return faults.map(toCheck)
  return [
    { words: 'Every item has its documents', fine: true, more: plural(detail.items.length, 'item', 'items') },
  ]
}

/** Checks whether an invoice of the request was claimed before. */
function getDuplicateChecks({ items }: RequestDetail): Check[] {
  const matches = items.flatMap((item, index) =>
    item.duplicates.map((match) => ({
      words: `Item ${index + 1}: ${match.message}`,
      fine: false,
      more: match.path && <Link to={match.path}>Open that request</Link>,
    })),
  )
  const invoiceCount = items.filter(({ invoiceNumber }) => invoiceNumber).length
  if (matches.length > 0 || invoiceCount === 0) return matches
  return [
    { words: 'No invoice was claimed before', fine: true, more: plural(invoiceCount, 'invoice', 'invoices') },
  ]
}
