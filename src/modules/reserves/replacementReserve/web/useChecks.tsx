import { useMemo } from 'react'
import { Link } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { itemContents } from '#modules/shared/invoicedItems/model/index.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import { asSubmitted, submitFaults, warnings } from '../model/rules.ts'
import { useCategories } from './Warnings.tsx'

type Check = { words: string; fine: boolean; more?: React.ReactNode }

const ofItem = (field: string): number | null => {
  const line = /^items\.(\d+)/.exec(field)?.[1]
  return line === undefined ? null : Number(line)
}
const getCheck = ({ field, message }: { field: string; message: string }): Check => ({
  words: `Item ${(ofItem(field) ?? 0) + 1}: ${message}`,
  fine: false,
})

/**
 * Returns the checks made on a request: whether its items are complete, were claimed before, and are of a
 * kind that a reserve pays for.
 */
export function useChecks(detail: Detail): readonly Check[] {
  const categories = useCategories()
  return useMemo(() => {
    const byId = new Map(categories.map((category) => [category.replacementReserveCategoryId, category]))
    const kinds = detail.account ? warnings(detail.items, byId, detail.account, detail.rules) : []
    const oddKinds = kinds.filter(({ field }) => ofItem(field) !== null).map(getCheck)
    return [...completeness(detail), ...claimedBefore(detail), ...oddKinds]
  }, [categories, detail])
}

/** Applies the submission rules to the current content, as of the day it was submitted. */
function completeness(detail: Detail): Check[] {
  const contents = itemContents(ReplacementReserveRequestItem.key, detail.items, detail)
  const faults = submitFaults(detail, contents, asSubmitted(detail)).filter(
    ({ field }) => ofItem(field) !== null,
  )
  if (faults.length > 0) return faults.map(getCheck)
  return [
    { words: 'Every item has its documents', fine: true, more: plural(detail.items.length, 'item', 'items') },
  ]
}

function claimedBefore({ items }: Detail): Check[] {
  const matches = items.flatMap((item, index) =>
    item.duplicates.map((match) => ({
      words: `Item ${index + 1}: ${match.message}`,
      fine: false,
      more: match.path && <Link to={match.path}>Open that request</Link>,
    })),
  )
  const numbers = items.filter(({ invoiceNumber }) => invoiceNumber).length
  if (matches.length > 0 || numbers === 0) return matches
  return [
    { words: 'No invoice was claimed before', fine: true, more: plural(numbers, 'invoice', 'invoices') },
  ]
}
