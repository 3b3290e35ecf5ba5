import type { InvoicedFormItem, ItemKind } from '#modules/shared/invoicedItems/web/index.ts'
import { itemCallsOfRequests } from '../model/calls.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import { requests } from '../model/requests.ts'
import type { ItemDetail } from '../model/shapes.ts'

/** The items of these requests, declared for the screens shared by all items with invoices. */
export const kind: ItemKind = {
  review: requests,
  entity: ReplacementReserveRequestItem,
  calls: itemCallsOfRequests,
  titleOf: (item) => (item as ItemDetail).descriptionOfWork ?? '',
}

/** An item within the form. */
export type FormItem = InvoicedFormItem &
  Pick<ItemDetail, 'categoryId' | 'descriptionOfWork' | 'location' | 'quantity' | 'age'>
