import type { InvoicedFormItem, ItemKind } from '#features/shared/invoicedItems/web/index.ts'
import { requestItemCalls } from '../model/calls.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import { requests } from '../model/requests.ts'
import type { ItemDetail } from '../model/shapes.ts'

/** Describes the items of replacement reserve requests to the screens that all items on invoices share. */
export const kind: ItemKind = {
  review: requests,
  entity: ReplacementReserveRequestItem,
  calls: requestItemCalls,
  titleOf: (item) => (item as ItemDetail).descriptionOfWork ?? '',
}

/** A replacement reserve request’s item in the form. */
export type FormItem = InvoicedFormItem &
  Pick<ItemDetail, 'categoryId' | 'descriptionOfWork' | 'location' | 'quantity' | 'age'>
