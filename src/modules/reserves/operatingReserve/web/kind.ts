import type { InvoicedFormItem, ItemKind } from '#modules/shared/invoicedItems/web/index.ts'
import { itemCallsOfRequests } from '../model/calls.ts'
import { OperatingReserveRequestItem } from '../model/entities.ts'
import { type ItemDetail, operatingRequests } from '../model/operating.ts'

/** The items of these requests, declared for the screens shared by all items with invoices. */
export const kind: ItemKind = {
  review: operatingRequests,
  entity: OperatingReserveRequestItem,
  calls: itemCallsOfRequests,
  titleOf: (item) => (item as ItemDetail).description ?? '',
}

/** An item within the form. */
export type FormItem = InvoicedFormItem & Pick<ItemDetail, 'operatingReserveRequestTypeId' | 'description'>
