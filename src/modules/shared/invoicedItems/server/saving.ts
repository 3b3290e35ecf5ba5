import type { AnyContext } from '#kernel/server/serve.ts'
import { followLines, type Kit, saveLines } from '#review/server/index.ts'
import { type Claiming, claimInvoices, type ItemsOf } from './items.ts'
import { withKnownVendors } from './newVendors.ts'

type SentItem = Parameters<typeof followLines>[4][number] & Parameters<typeof withKnownVendors>[1][number]

/**
 * Stores the items of a locked request as they were sent, `gone` removed; documents go with their items, and what is
 * claimed now is found from everywhere. At most `most` items are stored.
 */
export async function saveItems(
  context: AnyContext,
  kit: Kit,
  kind: ItemsOf,
  row: Claiming & Parameters<typeof saveLines>[2],
  sent: readonly SentItem[],
  gone: readonly number[],
  most: number,
): Promise<void> {
  await saveLines(context, kind.entity, row, await withKnownVendors(context, sent), gone, most)
  await followLines(context, kit, kind.entity, row.id, sent, gone)
  await claimInvoices(context, kind, row)
}
