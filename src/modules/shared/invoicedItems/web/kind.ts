import type { Attached } from '#ground/platform/files/model/index.ts'
import type { AnyEntity, Fields } from '#kernel/model/entity.ts'
import type { InvoicedItem, ItemCalls } from '../model/index.ts'

/** The items of a kind of request, as their entity declares them. */
export type ItemEntity = {
  key: string
  fields: Fields
  content: readonly string[]
}

/** A kind of request whose items claim money on invoices, as its screens know it. */
export type ItemKind = {
  review: { entity: AnyEntity; module: string }
  entity: ItemEntity
  calls: ItemCalls
  /** What an item is about, in a few words. */
  titleOf: (item: InvoicedItem) => string
}

/** A request with invoiced items, of any kind. */
export type RequestOfItems = {
  statusId: number
  subject: string
  claimed: number
  approved: number | null
  items: readonly InvoicedItem[]
  files: readonly Attached[]
}

/** Everything that claims the invoice of an item. */
export type Matches = InvoicedItem['duplicates']
