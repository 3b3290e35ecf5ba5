import { followLines, type Kit, saveLines } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ClaimingRecord, claimInvoices, getNumber, type ItemKind, loadStoredItems } from './items.ts'
import { resolveVendors } from './newVendors.ts'

type ItemInput = Parameters<typeof followLines>[4][number] & Parameters<typeof resolveVendors>[1][number]

/** The items that a save removes. */
type RemovedItems = {
  itemDeleteIds?: readonly number[] | null | undefined
  itemDeleteIndexes?: readonly number[] | null | undefined
}

/**
 * Stores the items of a locked request and deletes the removed ones, moves their documents along, and
 * registers the current claims. Refuses more than `maximum` items.
 */
export async function saveItems(
  context: AnyContext,
  kit: Kit,
  kind: ItemKind,
  row: ClaimingRecord & Parameters<typeof saveLines>[2],
  sentItems: readonly ItemInput[],
  removed: RemovedItems,
  maximum: number,
): Promise<void> {
  const removedIds = await getRemovedIds(context, kind, row.id, removed)
  await saveLines(context, kind.entity, row, await resolveVendors(context, sentItems), removedIds, maximum)
  await followLines(context, kit, kind.entity, row.id, sentItems, removedIds)
  await claimInvoices(context, kind, row)
}

/**
 * Returns the ids of removed items. A number in the specification’s list may be an index or an id. If it is
 * the index of one item and the id of another, it is refused.
 */
async function getRemovedIds(
  context: AnyContext,
  kind: ItemKind,
  requestId: number,
  { itemDeleteIds, itemDeleteIndexes }: RemovedItems,
): Promise<number[]> {
  if (!itemDeleteIndexes?.length) return [...(itemDeleteIds ?? [])]
  const ids = (await loadStoredItems(context, kind, requestId)).map((item) =>
    getNumber(item, kind.entity.key),
  )
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
