import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { followLines, type Kit, saveLines } from '#review/server/index.ts'
import { type Claiming, claimInvoices, type ItemsOf, numberIn, storedItems } from './items.ts'
import { withKnownVendors } from './newVendors.ts'

type SentItem = Parameters<typeof followLines>[4][number] & Parameters<typeof withKnownVendors>[1][number]

/** Which items a save takes out. */
type Removed = {
  itemDeleteIds?: readonly number[] | null | undefined
  itemDeleteIndexes?: readonly number[] | null | undefined
}

/**
 * Stores the items of a locked request as sent and deletes those named as removed, moves their documents
 * along, and registers the current claims. Stores at most `most` items.
 */
export async function saveItems(
  context: AnyContext,
  kit: Kit,
  kind: ItemsOf,
  row: Claiming & Parameters<typeof saveLines>[2],
  sentItems: readonly SentItem[],
  removed: Removed,
  maximum: number,
): Promise<void> {
  const droppedIds = await removedIds(context, kind, row.id, removed)
  await saveLines(context, kind.entity, row, await withKnownVendors(context, sentItems), droppedIds, maximum)
  await followLines(context, kit, kind.entity, row.id, sentItems, droppedIds)
  await claimInvoices(context, kind, row)
}

/**
 * The ids of removed items. A number of the documents' list that is both a place and an id is refused:
 * nothing is guessed.
 */
async function removedIds(
  context: AnyContext,
  kind: ItemsOf,
  requestId: number,
  { itemDeleteIds, itemDeleteIndexes }: Removed,
): Promise<number[]> {
  if (!itemDeleteIndexes?.length) return [...(itemDeleteIds ?? [])]
  const ids = (await storedItems(context, kind, requestId)).map((item) => numberIn(item, kind.entity.key))
  const deletedIds = itemDeleteIndexes.map((number, index) => {
    const atPlace = ids[number]
    const isId = ids.includes(number)
    if (isId && (atPlace === undefined || atPlace === number)) return number
    const message = isId
      ? `${number} is the id of an item and the place of another. Name it in itemDeleteIds.`
      : `There is no item ${number}.`
    return isId || atPlace === undefined
      ? refuse.invalid([{ field: `itemDeleteIndexes.${index}`, message }])
      : atPlace
  })
  return [...(itemDeleteIds ?? []), ...deletedIds]
}
