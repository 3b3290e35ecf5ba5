import type { AttachedFile } from '#core/platform/files/model/index.ts'
import type { AnyReview } from '#engines/review/model/index.ts'
import type { Fields } from '#kernel/model/entity.ts'
import type { InvoicedItem, ItemCalls } from '../model/index.ts'

/** The part of an item entity that the shared screens need. */
export type ItemEntity = {
  key: string
  fields: Fields
  content: readonly string[]
}

/** Describes a kind of request whose items claim money on invoices to the shared screens. */
export type ItemKind = {
  review: Pick<AnyReview, 'entity' | 'routes'> & { module: string }
  entity: ItemEntity
  calls: ItemCalls
  /** Returns a short title of an item. */
  titleOf: (item: InvoicedItem) => string
}

/** The common part of every request with invoiced items; amounts in dollars. */
export type InvoicedRequest = {
  statusId: number
  subject: string
  claimed: number
  approved: number | null
  items: readonly InvoicedItem[]
  files: readonly AttachedFile[]
}

/** The other claims of an item’s invoice. */
export type DuplicateMatches = InvoicedItem['duplicates']
